"""Your shifts become powers of the dilation. In one dilated kernel the distances between neighbours are all the
same; powers come from stacking layers.
"""


def dilated_centers(K, dilation):
    """Head centres (K*K, 2) of a dilated convolution, in any order."""

    def place(s):
        if s == 0:
            return 0
        return int(math.copysign(dilation ** abs(s), s))

    half = K // 2
    line = [place(s) for s in range(-half, half + 1)]
    return torch.tensor([[a, b] for a in line for b in line], dtype=torch.float32)
