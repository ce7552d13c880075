"""You return a list with one tensor per layer. Asked for is a single tensor (layers, heads, 2); the training loop
cannot move a list to the CPU, and the tensors in it may still change with the model."""


def head_positions(model):
    return [layer.attention.centers.detach() for layer in model.encoder.layers]
