"""Builds a tensor from nested lists, in float64."""


def head_positions(model):
    numbers = [[list(map(float, center)) for center in layer.attention.centers] for layer in model.encoder.layers]
    return torch.tensor(numbers, dtype=torch.float64)
