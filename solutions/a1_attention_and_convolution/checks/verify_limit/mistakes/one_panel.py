"""Your figure has one panel in which each map covers the one before. Make one panel per alpha."""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center] * n, dtype=torch.float32)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, ax = plt.subplots()
    for alpha, p in zip(alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
