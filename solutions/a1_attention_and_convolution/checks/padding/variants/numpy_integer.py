"""A numpy integer, an extra keyword, and the mode from a list."""

padding_mode = [mode for mode in ("zeros", "reflect", "replicate", "circular") if "rep" in mode][0]


def same_padding(K, *, stride=1):
    return np.int64(np.floor(K / 2))
