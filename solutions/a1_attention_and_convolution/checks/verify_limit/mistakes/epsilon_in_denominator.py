"""You add a small number to the sum of the exponentials so that you never divide by 0. Where all exponentials
vanish, the whole map then becomes 0 instead of a distribution. torch.softmax needs no such number.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    i = torch.arange(width)[:, None]
    j = torch.arange(height)[None, :]
    distance = (query[0] - center[0] - i) ** 2 + (query[1] - center[1] - j) ** 2
    weights = torch.stack([torch.exp(-alpha * distance.float()) for alpha in alphas])
    probabilities = weights / (weights.sum(dim=(1, 2), keepdim=True) + 1e-9)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
