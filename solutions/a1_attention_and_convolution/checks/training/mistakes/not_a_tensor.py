"""You return a list of tensors. The training loop needs one tensor or array, and stops here: asked for is a single one of
shape (layers, heads, 2)."""


def head_positions(model):
    positions = []
    for layer in model.encoder.layers:
        positions.append(layer.attention.centers.detach().clone())
    return positions
