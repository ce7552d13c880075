"""You return the negative centres: the place where a head looks, seen from the query. That is what the figures
draw, but asked for are the centres Delta themselves."""


def head_positions(model):
    return torch.stack([-layer.attention.centers.detach() for layer in model.encoder.layers])
