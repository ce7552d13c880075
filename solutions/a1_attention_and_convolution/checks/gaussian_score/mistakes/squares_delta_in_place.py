"""You square delta in place. What comes after it reads the squared values, and so does the caller. Look for `**=`, `*=` and for methods that end in
an underscore."""


def gaussian_score(delta, center, alpha):
    squared = delta.pow_(2).sum(dim=-1)
    return -alpha * (squared - 2 * (delta * center).sum(dim=-1))
