"""Finds the matrices by convolving unit images."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    r = K // 2
    W_heads = []
    centers = []
    for h in range(K * K):
        di, dj = divmod(h, K)
        images = torch.zeros(c_in, c_in, K, K, dtype=weight.dtype)
        for c in range(c_in):
            images[c, c, di, dj] = 1.0
        W_heads.append(F.conv2d(images, weight).reshape(c_in, c_out))
        centers.append(torch.tensor([r - di, r - dj]))
    b_out = bias if bias is not None else torch.zeros(c_out, dtype=weight.dtype)
    return torch.stack(centers).to(weight), torch.stack(W_heads), b_out
