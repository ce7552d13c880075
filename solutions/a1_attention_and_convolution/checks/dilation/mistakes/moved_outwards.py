"""You move every head outwards by the same number of pixels. That is right for a 3 x 3 kernel, but in a larger one the
gaps between all neighbouring heads widen. Where does the shift 2 go?"""


def dilated_centers(K, dilation):
    def spread(s):
        return 0 if s == 0 else s + (dilation - 1) * (1 if s > 0 else -1)

    r = range(-(K // 2), K // 2 + 1)
    return torch.tensor([[spread(i), spread(j)] for i in r for j in r])
