"""You take exponentials and divide by their sum yourself. For a large alpha they overflow, and infinity divided
by infinity is not a number. torch.softmax takes care of this.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]

    weights = torch.exp(scores)
    probabilities = weights / weights.sum()

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
