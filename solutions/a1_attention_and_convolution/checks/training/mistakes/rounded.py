"""You round the centres to whole pixels. Between the first steps of training nothing seems to move then. Return the
centres as they are."""


def head_positions(model):
    return torch.stack([layer.attention.centers.detach().round() for layer in model.encoder.layers])
