"""Your answer has two faults: its first axis runs over the heads instead of the layers, and the coordinates come in
the order j, i. Asked for is (layers, heads, 2), a centre as (i, j).
"""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().flip(-1) for layer in model.encoder.layers], dim=1)
