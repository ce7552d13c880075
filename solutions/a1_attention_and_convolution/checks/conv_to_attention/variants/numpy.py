"""Arrays, and a list for the three parts."""


def conv_to_attention(weight, bias=None):
    w = np.asarray(weight)
    K = w.shape[-1]
    index = np.indices((K, K)).reshape(2, -1).T
    W_heads = w.reshape(*w.shape[:2], K * K).transpose(2, 1, 0)
    b_out = np.zeros(w.shape[0]) if bias is None else np.array(bias)
    return [K // 2 - index, W_heads, b_out]
