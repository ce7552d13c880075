"""You return the scores, which are negative or large. Probabilities are asked for: there is a softmax between
the two.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]

    fig, ax = plt.subplots()
    ax.imshow(scores.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, scores
