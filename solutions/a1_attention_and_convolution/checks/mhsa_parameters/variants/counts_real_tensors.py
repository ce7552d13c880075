"""Makes the tensors and counts their entries."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    W_q = torch.zeros(n_heads, d_in, d_hid)
    W_k = torch.zeros_like(W_q)
    W_v = torch.zeros(n_heads, d_in, d_o)
    W_out, b_out = torch.zeros(n_heads * d_o, d_out), torch.zeros(d_out)
    return sum(parameter.numel() for parameter in (W_q, W_k, W_v, W_out, b_out))
