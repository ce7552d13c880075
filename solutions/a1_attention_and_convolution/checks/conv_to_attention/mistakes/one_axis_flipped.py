"""One coordinate of your centres has the right sign and the other has not. Both coordinates of delta are q minus k. Compare how you compute the two."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers, W_heads = [], []
    for i in range(K):
        for j in range(K):
            centers.append([K // 2 - i, j - K // 2])
            W_heads.append(weight[:, :, i, j].T)
    b_out = torch.zeros(c_out) if bias is None else bias
    return torch.tensor(centers), torch.stack(W_heads), b_out
