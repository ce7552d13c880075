"""You take exponentials and divide by their sum yourself. For a large alpha they overflow, and infinity divided
by infinity is not a number. torch.softmax takes care of this.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center] * n, dtype=torch.float32)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    weights = torch.exp(scores)
    probabilities = weights / weights.sum(dim=(1, 2), keepdim=True)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
