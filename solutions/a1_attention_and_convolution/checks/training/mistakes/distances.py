"""You return how long every centre is, one number for each head. Asked for are its two coordinates, (layers, heads,
2): a length forgets the direction.
"""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().norm(dim=-1) for layer in model.encoder.layers])
