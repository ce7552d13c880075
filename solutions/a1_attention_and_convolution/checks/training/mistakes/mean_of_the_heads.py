"""You average over the heads of a layer, so every layer has one position. Asked for is the position of each head,
(layers, heads, 2)."""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().mean(0) for layer in model.encoder.layers])
