"""Reads the centres from the state dict."""


def head_positions(model):
    state = model.state_dict()
    return torch.stack([value for name, value in state.items() if name.endswith("attention.centers")])
