"""Your softmax runs over all queries and keys together, so the map of one query does not sum to 1. Every query has
its own probabilities.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    """A figure of where a Gaussian head looks from pixel query, and the probabilities, shape (width, height)."""
    scores = embedding.attention_scores(torch.tensor([center]).float(), torch.tensor([alpha]).float())
    probs = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)
    probabilities = probs[0][query[0]][query[1]]
    fig, ax = plt.subplots()
    im = ax.imshow(probabilities.T)
    fig.colorbar(im, ax=ax)
    ax.set_title(f"Gaussian head, query={query}")
    ax.set_xlabel("key i")
    ax.set_ylabel("key j")
    return fig, probabilities
