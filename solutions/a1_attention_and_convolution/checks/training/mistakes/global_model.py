"""You read a model of the notebook by its name instead of the one you are given. The function has to look at its
argument."""


def head_positions(network):
    return torch.stack([layer.attention.centers.detach().clone() for layer in model.encoder.layers])
