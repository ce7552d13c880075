"""You write down the number of layers, three. Another configuration has more or fewer of them. The model knows how
many it has."""


def head_positions(model):
    return torch.stack([model.encoder.layers[l].attention.centers.detach().clone() for l in range(3)])
