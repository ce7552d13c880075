"""Your list of positions outlives the call, because a default value or a global list is made only once. The second
call returns what the first one found as well. Begin every call with a new list.
"""


def head_positions(model, positions=[]):
    for layer in model.encoder.layers:
        positions.append(layer.attention.centers.detach().clone())
    return torch.stack(positions)
