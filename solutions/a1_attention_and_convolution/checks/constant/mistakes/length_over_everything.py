"""You return minus the length of all centres together. A square is missing, and every centre has its own constant, so only the last axis goes."""


def constant_c(center):
    return -torch.norm(center)
