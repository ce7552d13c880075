"""You change the centre in place. The caller's tensor is another one afterwards, and the next call starts from it. Look for `*=` and for methods that
end in an underscore."""


def gaussian_score(delta, center, alpha):
    center *= 2
    return -alpha * ((delta**2).sum(dim=-1) - (delta * center).sum(dim=-1))
