"""Your axis of the coordinates comes before that of the heads, (layers, 2, heads). Asked for is (layers, heads, 2)."""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().T for layer in model.encoder.layers])
