"""One head after the other, the middle first, centres as lists."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    shifts = [(a, b) for a in range(-(K // 2), K // 2 + 1) for b in range(-(K // 2), K // 2 + 1)]
    shifts.sort(key=lambda shift: (abs(shift[0]) + abs(shift[1]), shift))
    centers = [[-a, -b] for a, b in shifts]
    W_heads = torch.zeros(K * K, c_in, c_out)
    for h, (a, b) in enumerate(shifts):
        W_heads[h] = weight[:, :, a + K // 2, b + K // 2].t()
    return torch.tensor(centers), W_heads, torch.zeros(c_out) if bias is None else bias.clone()
