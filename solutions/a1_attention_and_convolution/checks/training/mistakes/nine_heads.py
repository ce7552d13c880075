"""You write down the number of heads, nine. Another configuration has more or fewer of them. The centres know how
many they are."""


def head_positions(model):
    positions = torch.zeros(len(model.encoder.layers), 9, 2)
    for l, layer in enumerate(model.encoder.layers):
        for h in range(9):
            positions[l, h] = layer.attention.centers[h].detach()
    return positions
