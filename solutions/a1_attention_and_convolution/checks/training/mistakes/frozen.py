"""You switch off the gradients of the model's own centres in order to read them. From then on they cannot learn,
and no head moves any more. Detach what you return, not what the model keeps."""


def head_positions(model):
    positions = []
    for layer in model.encoder.layers:
        positions.append(layer.attention.centers.requires_grad_(False).clone())
    return torch.stack(positions)
