"""You raise to a power where d multiplies s: the kernel reads p + d s. In Python, ** is a power."""


def dilated_centers(K, dilation):
    r = [0 if s == 0 else (1 if s > 0 else -1) * abs(s) ** dilation for s in range(-(K // 2), K // 2 + 1)]
    return torch.tensor([(i, j) for i in r for j in r])
