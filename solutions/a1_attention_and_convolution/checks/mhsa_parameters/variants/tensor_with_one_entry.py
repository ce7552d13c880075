"""Gives a tensor with one entry, and has a further argument."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out, bias=True):
    sizes = torch.tensor([d_hid, d_hid, d_o])
    total = n_heads * (d_in * sizes).sum() + n_heads * d_o * d_out
    return total.reshape(1) + (d_out if bias else 0)
