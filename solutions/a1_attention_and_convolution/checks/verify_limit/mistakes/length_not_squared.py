"""Your scores fall with the distance from q - Delta, not with its square. A Gaussian has the squared distance."""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor(center, dtype=torch.float32)
    delta = RelativePositionalEmbedding(width, height)()[query[0], query[1], :, :, 1:]
    scores = torch.stack([-alpha * (delta - centers).norm(dim=-1) for alpha in alphas])

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
