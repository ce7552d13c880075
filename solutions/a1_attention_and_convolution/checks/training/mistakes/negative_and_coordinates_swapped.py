"""Your answer has two faults: you return the negative centres, where a head looks seen from the query, and the
coordinates come in the order j, i. Return the centres as they are.
"""


def head_positions(model):
    return torch.stack([-layer.attention.centers.detach().flip(-1) for layer in model.encoder.layers])
