"""Through numpy and back to a tensor."""


def head_positions(model):
    arrays = [layer.attention.centers.detach().cpu().numpy() for layer in model.encoder.layers]
    return torch.from_numpy(np.stack(arrays))
