"""Your centre is turned into whole numbers, so a head that looks between pixels jumps to one of them. Look at the
type of the tensor that you make of the centre.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center] * n, dtype=torch.long).float()
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
