"""You answered that the image is mirrored at the border. The limit puts all the mass on the pixel nearest to the
target, which is not the mirrored one. Look at your nearest_pixel in 1d.1."""


def same_padding(K):
    return (K - 1) // 2


padding_mode = "reflect"
