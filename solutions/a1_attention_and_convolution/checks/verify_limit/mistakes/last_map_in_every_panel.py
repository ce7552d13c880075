"""All your panels show the same map, that of the last alpha. Look at which variable you draw inside the loop."""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center] * n, dtype=torch.float32)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig, axes = plt.subplots(1, n)
    for alpha, p in zip(alphas, probabilities):
        panel = p
    for ax, alpha in zip(axes, alphas):
        ax.imshow(panel.T, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
