"""Your positions have lost their signs. A head that looks to the left and one that looks to the right then look the
same. Return the centres as they are.
"""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().abs() for layer in model.encoder.layers])
