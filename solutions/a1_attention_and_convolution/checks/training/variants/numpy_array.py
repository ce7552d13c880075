"""A numpy array, which may stand where an array is asked."""


def head_positions(model):
    found = [layer.attention.centers.detach().cpu().numpy().copy() for layer in model.encoder.layers]
    return np.stack(found)
