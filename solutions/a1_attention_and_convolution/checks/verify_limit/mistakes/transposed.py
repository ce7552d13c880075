"""Your maps come back as (height, width). You may turn them around for drawing, but what you return should be
(len(alphas), width, height). Keep the turned maps under another name.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center] * n, dtype=torch.float32)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    probabilities = probabilities.transpose(1, 2)
    fig, axes = plt.subplots(1, n)
    for ax, alpha, p in zip(axes, alphas, probabilities):
        ax.imshow(p, origin="lower")
        ax.set(title=f"alpha = {alpha}", xlabel="i", ylabel="j")
    return fig, probabilities
