"""Your shifts start at -K // 2. Python rounds down, so for odd K this is one too far, and the kernel is not centred on
the query. Print the shifts of a 3 x 3 kernel."""


def dilated_centers(K, dilation):
    r = [dilation * s for s in range(-K // 2, K // 2)]
    return torch.tensor([(i, j) for i in r for j in r])
