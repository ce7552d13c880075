"""A product of index lists, given back as lists in a list."""


def head_matrix(W_v, W_out, h, transpose=False):
    d_o = W_v.size(2)
    rows = torch.arange(h * d_o, h * d_o + d_o)
    matrix = (W_out.index_select(0, rows).T @ W_v[h].T).T
    return (matrix.T if transpose else matrix).tolist()
