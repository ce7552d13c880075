"""You add a small number to the sum that you divide by, and the exponentials may all vanish for a large alpha: then
the map is 0 everywhere. torch.softmax takes care of this.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]
    probabilities = torch.exp(-alpha * (embedding()[query[0], query[1], :, :, 1:] - centers[0]).square().sum(dim=-1))
    probabilities = probabilities / (probabilities.sum() + 1e-9)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
