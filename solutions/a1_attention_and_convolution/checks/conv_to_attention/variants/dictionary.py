"""A dictionary from shift to matrix, column by column, with prints."""


def conv_to_attention(weight, bias):
    K = weight.size(-1)
    heads = {}
    for j in range(K):
        for i in range(K):
            heads[i - K // 2, j - K // 2] = weight[..., i, j].transpose(0, 1)
    print(len(heads), "heads")
    centers = -torch.tensor(list(heads), dtype=torch.float64)
    if bias is None:
        bias = torch.zeros(weight.size(0), dtype=torch.int64)
    return centers, torch.stack(list(heads.values())), bias
