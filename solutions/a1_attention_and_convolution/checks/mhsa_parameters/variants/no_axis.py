"""A tensor without an axis; heads one after the other."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out, **options):
    total = torch.tensor(0)
    for _ in range(n_heads):
        total += d_in * (d_hid + d_hid + d_o) + d_o * d_out
    return total + d_out
