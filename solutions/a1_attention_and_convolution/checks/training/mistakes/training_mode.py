"""After your function the model is in training mode, also when it was in evaluation mode before. Reading parameters
needs no mode at all.
"""


def head_positions(model):
    model.eval()
    positions = torch.stack([layer.attention.centers.detach().clone() for layer in model.encoder.layers])
    model.train()
    return positions
