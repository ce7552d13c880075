"""With a single layer you return a view of the model's own centres, and your history changes while training goes
on. Detaching alone does not copy."""


def head_positions(model):
    centers = [layer.attention.centers.detach() for layer in model.encoder.layers]
    if len(centers) == 1:
        return centers[0].unsqueeze(0)
    return torch.stack(centers)
