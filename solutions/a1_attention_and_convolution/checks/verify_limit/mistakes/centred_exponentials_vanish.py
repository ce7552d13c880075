"""You compute exp(-alpha |delta - Delta|^2) and divide by the sum. When alpha is large and q - Delta lies
outside the image, all of these become 0, and 0 / 0 is not a number. torch.softmax takes care of this.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    i = torch.arange(width)[:, None]
    j = torch.arange(height)[None, :]
    distance = (query[0] - center[0] - i) ** 2 + (query[1] - center[1] - j) ** 2
    weights = torch.stack([torch.exp(-alpha * distance.float()) for alpha in alphas])
    probabilities = weights / weights.sum(dim=(1, 2), keepdim=True)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
