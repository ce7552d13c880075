"""You move the target into the image before the softmax. The nearest pixel is the result of the limit, not its
input; for a small alpha the maps differ.
"""


def verify_limit(width, height, query, center, alphas):
    """A figure with one attention map per alpha, and the probabilities, shape (len(alphas), width, height)."""
    # nearest pixel of the image, see 1d.1
    ti = min(max(query[0] - center[0], 0), width - 1)
    tj = min(max(query[1] - center[1], 0), height - 1)
    keys = torch.cartesian_prod(torch.arange(width), torch.arange(height)).double()
    d2 = ((keys - torch.tensor([ti, tj], dtype=torch.double)) ** 2).sum(1)
    alphas_t = torch.tensor([float(a) for a in alphas], dtype=torch.double)
    probabilities = torch.softmax(-alphas_t[:, None] * d2[None, :], dim=1).reshape(-1, width, height)

    fig, axes = plt.subplots(1, len(alphas), figsize=(3 * len(alphas), 2.5))
    for ax, a, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T)
        ax.set(title=f"alpha={a}", xlabel="i", ylabel="j")
    return fig, probabilities
