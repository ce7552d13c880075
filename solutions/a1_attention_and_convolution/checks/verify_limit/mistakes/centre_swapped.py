"""Your centre has its two numbers swapped: the step along j is used along i. The first number of the centre
belongs to i, as everywhere here.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center[::-1]] * n, dtype=torch.float32)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
