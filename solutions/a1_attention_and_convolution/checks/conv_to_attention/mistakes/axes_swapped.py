"""The two coordinates of your centres do not follow the two axes of the kernel: i and j are exchanged. The first kernel axis runs along i. Check in which order you go through the kernel and in which
order you list the centres."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers, W_heads = [], []
    for i in range(K):
        for j in range(K):
            centers.append([K // 2 - j, K // 2 - i])
            W_heads.append(weight[:, :, i, j].T)
    b_out = torch.zeros(c_out) if bias is None else bias
    return torch.tensor(centers), torch.stack(W_heads), b_out
