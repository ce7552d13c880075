"""Your matrix is divided by the number of features of a head. A product of two matrices adds up; nothing is averaged. Compare Eq. (7) with Eq. (2)."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    return (W_v[h][:, :, None] * blocks[h]).mean(dim=1)
