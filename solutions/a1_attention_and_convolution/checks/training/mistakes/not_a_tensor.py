"""You return a list of tensors or a numpy array. The training loop moves what you return to the CPU as a tensor, and
stops here. Asked for is a single tensor (layers, heads, 2)."""


def head_positions(model):
    positions = []
    for layer in model.encoder.layers:
        positions.append(layer.attention.centers.detach().clone())
    return positions
