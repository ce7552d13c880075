"""Your shifts end one too early: the end of a range is not part of it. For K = 3 print them; there are three, as many
on one side as on the other."""


def dilated_centers(K, dilation):
    r = [dilation * s for s in range(-(K // 2), K // 2)]
    return torch.tensor([(i, j) for i in r for j in r]).reshape(-1, 2)
