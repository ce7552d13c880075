"""Loops over the leading axes and stacks; a plain float for one centre."""


def constant_c(center):
    if center.dim() == 1:
        return -sum(float(x) ** 2 for x in center)
    return torch.stack([torch.as_tensor(constant_c(c)) for c in center])
