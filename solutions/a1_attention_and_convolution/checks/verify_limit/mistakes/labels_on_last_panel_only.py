"""Not every panel of yours has labels on its axes, or none has. When you write plt.xlabel after a loop, it reaches
the last panel only. Label every panel, or the figure as a whole with supxlabel and supylabel.
"""


def verify_limit(width, height, query, center, alphas):
    n = len(alphas)
    centers = torch.tensor([center] * n, dtype=torch.float32)
    scores = RelativePositionalEmbedding(width, height).attention_scores(centers, torch.tensor(alphas).float())
    scores = scores[:, query[0], query[1]]

    probabilities = scores.flatten(1).softmax(dim=1).view(n, width, height)

    fig = plt.figure()
    for k in range(n):
        plt.subplot(1, n, k + 1)
        plt.imshow(probabilities[k].T, origin="lower")
        plt.title(f"alpha = {alphas[k]}")
    plt.xlabel("i")
    plt.ylabel("j")
    return fig, probabilities
