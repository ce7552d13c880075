"""Your matrix is turned round: it leads from the outputs to the inputs. Tokens are rows here, so a matrix multiplies from the right and has the input features as rows.
Compare with Eq. (7)."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_out[h * d_o : (h + 1) * d_o].T @ W_v[h].T
