"""Numpy throughout, the largest score subtracted before the exponentials; an extra keyword, two rows of panels."""


def verify_limit(width, height, query, center, alphas, title="alpha"):
    i, j = np.meshgrid(np.arange(width), np.arange(height), indexing="ij")
    distance = (query[0] - center[0] - i) ** 2 + (query[1] - center[1] - j) ** 2
    weights = np.stack([np.exp(-alpha * (distance - distance.min())) for alpha in alphas])
    probabilities = weights / weights.sum(axis=(1, 2), keepdims=True)
    columns = (len(alphas) + 1) // 2
    fig, axes = plt.subplots(2, columns, squeeze=False)
    for k, ax in enumerate(axes.flat):
        if k >= len(alphas):
            fig.delaxes(ax)
            continue
        ax.pcolormesh(probabilities[k].T)
        ax.set(title=f"{title} = {alphas[k]}", xlabel="i", ylabel="j")
    return fig, probabilities
