"""You take every so-many-th row of W_out. That would fit if the features of all heads were shuffled together, but Eq. (2) puts whole heads next to each other. Write down for two heads
with two features each which row of W_out every feature meets."""


def head_matrix(W_v, W_out, h):
    n_heads = W_v.shape[0]
    return W_v[h] @ W_out[h::n_heads]
