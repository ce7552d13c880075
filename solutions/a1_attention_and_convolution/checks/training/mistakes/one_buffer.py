"""You write the positions into one and the same tensor at every call. What you returned earlier changes with it,
and your history shows the last positions everywhere. Make a new tensor each time."""

_buffer = {}


def head_positions(model):
    layers = model.encoder.layers
    shape = (len(layers), *layers[0].attention.centers.shape)
    positions = _buffer.setdefault(shape, torch.empty(shape))
    for l, layer in enumerate(layers):
        positions[l] = layer.attention.centers.detach()
    return positions
