"""You change the sign of the centre in place, so the caller's tensor is another one afterwards. Compute a new tensor. In torch, a method whose name
ends in an underscore works in place, and so does an operator like *=."""


def constant_c(center):
    squares = center.clone() ** 2
    center.neg_()
    return -squares.sum(dim=-1)
