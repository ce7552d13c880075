"""You add the dilation to the shifts of each side instead of multiplying. The kernel reads p + d s, so dilation 1
leaves the shifts as they are."""


def dilated_centers(K, dilation):
    r = [s + dilation * ((s > 0) - (s < 0)) for s in range(-(K // 2), K // 2 + 1)]
    return torch.tensor([(i, j) for i in r for j in r])
