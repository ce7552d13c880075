"""Minus the squared norm."""


def constant_c(center):
    return -(torch.linalg.norm(center, dim=-1) ** 2)
