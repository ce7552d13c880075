"""Your function changes the centre in place, so the caller's tensor is another one afterwards. Compute a new
tensor and leave the input as it was. In torch, a method whose name ends in an underscore works in place, and so
does an operator like *=.
"""


def constant_c(center):
    center *= center
    return -center.sum(dim=-1)
