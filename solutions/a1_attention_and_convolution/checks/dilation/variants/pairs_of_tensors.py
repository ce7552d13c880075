"""A list of pairs of tensors without axes."""


def dilated_centers(K, dilation):
    r = dilation * (torch.arange(K) - K // 2)
    return [(j, i) for i in r for j in r]
