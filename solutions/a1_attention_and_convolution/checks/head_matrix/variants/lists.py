"""Python lists in the middle and at the end."""


def head_matrix(W_v, W_out, h):
    values, rows = W_v[h].tolist(), W_out.tolist()
    d_o = len(values[0])
    rows = rows[d_o * h :][:d_o]
    product = [[sum(v * row[p] for v, row in zip(line, rows)) for p in range(len(rows[0]))] for line in values]
    return np.array(product)
