"""You append once per row of the kernel, after the inner loop, so each row has only its last head. Look at how far
the append is indented."""


def dilated_centers(K, dilation):
    centers = []
    for i in range(-(K // 2), K // 2 + 1):
        for j in range(-(K // 2), K // 2 + 1):
            center = (dilation * i, dilation * j)
        centers.append(center)
    return torch.tensor(centers)
