"""Your map has no labels on its axes, so a reader cannot tell which way i and j run. Label both axes."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]

    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T)
    ax.set_title(f"attention from {query}")
    return fig, probabilities
