"""Centres as a list of pairs, matrices as a list of tensors, the bias as a list of numbers."""


def conv_to_attention(weight, bias, stride=1):
    n_out, n_in, size, _ = weight.shape
    centers, W_heads = [], []
    for position in reversed(range(size * size)):
        i, j = position // size, position % size
        centers.append((size // 2 - i, size // 2 - j))
        W_heads.append(weight[:, :, i, j].T.contiguous())
    return centers, W_heads, [0.0] * n_out if bias is None else bias.tolist()
