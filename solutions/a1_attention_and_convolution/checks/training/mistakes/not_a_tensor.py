"""You return several tensors, in a list or a tuple. The training loop needs a single tensor or array and stops
here: asked for are the centres of all layers in one of shape (layers, heads, 2), and nothing beside it.
"""


def head_positions(model):
    positions = []
    for layer in model.encoder.layers:
        positions.append(layer.attention.centers.detach().clone())
    return positions
