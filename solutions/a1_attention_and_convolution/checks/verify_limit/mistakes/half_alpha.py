"""Your maps are wider than their alpha says: the score uses alpha / 2, as in the density of a normal
distribution. Eq. (4) has alpha itself.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    i = torch.arange(width)[:, None]
    j = torch.arange(height)[None, :]
    distance = (query[0] - center[0] - i) ** 2 + (query[1] - center[1] - j) ** 2
    scores = torch.stack([-alpha / 2 * distance.float() for alpha in alphas])

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
