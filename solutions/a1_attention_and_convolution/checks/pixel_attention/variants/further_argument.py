"""A further argument that gives the probabilities as well, used by the layer."""


def self_attention_pixel(Z, q, W_q, W_k, W_v, return_probabilities=False):
    """Output of one attention head at the query pixel q, shape (d_o,)."""
    width, height, d_in = Z.shape
    tokens = Z.reshape(width * height, d_in)
    index = q[0] * height + q[1]
    scores = tokens[index : index + 1] @ W_q @ W_k.T @ tokens.T
    probabilities = (scores - scores.logsumexp(dim=-1, keepdim=True)).exp()
    out = (probabilities @ tokens @ W_v).squeeze(0)
    return (out, probabilities) if return_probabilities else out


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    outs = []
    for h in range(len(W_q)):
        out, probabilities = self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h], return_probabilities=True)
        assert abs(float(probabilities.sum()) - 1) < 1e-4
        outs.append(out)
    return torch.hstack(outs) @ W_out + b_out
