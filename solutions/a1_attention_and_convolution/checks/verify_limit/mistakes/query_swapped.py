"""You read the query as (j, i): its first number is used along the height. On square images nothing shows, on
others you look from another pixel or fall off the image.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    i = torch.arange(width)[:, None]
    j = torch.arange(height)[None, :]
    distance = (query[1] - center[0] - i) ** 2 + (query[0] - center[1] - j) ** 2
    scores = torch.stack([-alpha * distance.float() for alpha in alphas])

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
