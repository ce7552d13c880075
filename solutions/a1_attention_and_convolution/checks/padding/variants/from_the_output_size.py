"""Solves for the padding that keeps the image size; a 0-d tensor."""


def same_padding(K):
    """n + 2 p - K + 1 = n"""
    padding = 0
    while 100 + 2 * padding - K + 1 != 100:
        padding += 1
    return torch.tensor(padding)


padding_mode = ["zeros", "reflect", "replicate", "circular"][2]
print(padding_mode, same_padding(5))
