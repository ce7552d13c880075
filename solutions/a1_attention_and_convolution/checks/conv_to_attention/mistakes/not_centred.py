"""Your centres start from the corner of the kernel, so no head looks to the other side. The kernel index runs from 0, but the shift 0 belongs to the middle of the kernel. Look at the set of shifts in Eq. (5)."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    index = torch.arange(K)
    centers = -torch.cartesian_prod(index, index).to(weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).flatten(0, 1)
    b_out = torch.zeros(c_out) if bias is None else bias
    return centers, W_heads, b_out
