"""Your function returns inside of a loop, so only the first row of the kernel is there. Look at how far the return is
indented."""


def dilated_centers(K, dilation):
    centers = []
    for i in range(-(K // 2), K // 2 + 1):
        for j in range(-(K // 2), K // 2 + 1):
            centers.append((dilation * i, dilation * j))
        return torch.tensor(centers)
