"""Two loops, a list of tuples, other order."""


def dilated_centers(K, dilation):
    half = K // 2
    out = []
    for j in range(half, -half - 1, -1):
        for i in range(-half, half + 1):
            out.append((dilation * i, dilation * j))
    return out
