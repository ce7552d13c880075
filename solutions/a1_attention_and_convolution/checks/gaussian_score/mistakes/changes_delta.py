"""You change delta in place. The caller's tensor is another one afterwards, and whatever uses it next is wrong. Look for `-=`, `*=` and
for methods that end in an underscore."""


def gaussian_score(delta, center, alpha):
    shift = (center**2).sum()
    delta -= center
    return -alpha * ((delta**2).sum(dim=-1) - shift)
