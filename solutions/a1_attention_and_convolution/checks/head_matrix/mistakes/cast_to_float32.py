"""You cast the matrices or their products to single precision, or add up in a tensor that has it. Where large products cancel each other, only rounding errors are
left. A tensor that you make yourself should get the type of the inputs."""


def head_matrix(W_v, W_out, h):
    n_heads, d_in, d_o = W_v.shape
    result = torch.zeros(d_in, W_out.shape[1])
    for k in range(d_o):
        result += torch.outer(W_v[h, :, k], W_out[h * d_o + k]).float()
    return result
