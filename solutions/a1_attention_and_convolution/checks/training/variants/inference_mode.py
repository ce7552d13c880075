"""In inference mode, with prints and an extra argument."""


@torch.inference_mode()
def head_positions(model, verbose=True):
    positions = torch.stack([layer.attention.centers for layer in model.encoder.layers], dim=0)
    if verbose:
        print("positions", positions.shape)
    return positions
