"""You answered that the image continues at its opposite side. The scores know plain distance only, and the opposite
side is the farthest. Look at your nearest_pixel in 1d.1."""


def same_padding(K):
    return (K - 1) // 2


padding_mode = "circular"
