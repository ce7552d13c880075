"""You flatten the heads of a layer with their coordinates into one axis. Asked for is (layers, heads, 2): each
centre keeps its two numbers together on the last axis.
"""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().flatten() for layer in model.encoder.layers])
