"""Your maps gather around q + Delta. With delta = q - k a head with centre Delta looks at k = q - Delta. Check
the sign with which the centre enters.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    i = torch.arange(width)[:, None]
    j = torch.arange(height)[None, :]
    distance = (i - query[0] - center[0]) ** 2 + (j - query[1] - center[1]) ** 2
    scores = torch.stack([-alpha * distance.float() for alpha in alphas])

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
