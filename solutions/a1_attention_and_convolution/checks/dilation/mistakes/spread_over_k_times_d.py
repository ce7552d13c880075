"""You spread the heads evenly over K times dilation pixels. The outermost shift is then too far away, and heads
may fall between pixels. How far apart are two neighbours?
"""


def dilated_centers(K, dilation):
    """Head centres (K*K, 2) of a dilated convolution, in any order."""
    k_eff = K * dilation
    half = k_eff // 2
    pos = torch.linspace(-half, half, K) if K > 1 else torch.zeros(1)
    return torch.cartesian_prod(pos, pos)
