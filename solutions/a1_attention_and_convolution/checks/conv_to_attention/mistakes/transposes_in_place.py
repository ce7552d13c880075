"""You exchange the channel axes of the weight in place. The convolution that it belongs to has another weight afterwards, and a second
call gives another answer. Methods that end in an underscore change the tensor itself."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    weight.transpose_(0, 1)
    centers, W_heads = [], []
    for i in range(K):
        for j in range(K):
            centers.append([half - i, half - j])
            W_heads.append(weight[:, :, i, j])
    b_out = torch.zeros(c_out) if bias is None else bias
    return torch.tensor(centers), torch.stack(W_heads), b_out
