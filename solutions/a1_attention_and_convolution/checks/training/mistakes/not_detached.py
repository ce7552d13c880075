"""Your positions still belong to the graph. A history of them keeps the whole graph in memory, and they cannot be
drawn as they are. The text asks for a detached copy."""


def head_positions(model):
    return torch.stack([layer.attention.centers for layer in model.encoder.layers])
