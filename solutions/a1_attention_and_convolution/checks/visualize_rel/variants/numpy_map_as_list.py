"""Looks up its scores one by one, returns a nested list; a warning."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    import warnings

    if alpha > 100:
        warnings.warn("very sharp")
    scores = embedding.attention_scores(torch.tensor([center]) * 1.0, torch.tensor([alpha]) * 1.0)
    width, height = scores.shape[-2:]
    values = [[scores[0, query[0], query[1], k, l].item() for l in range(height)] for k in range(width)]
    top = max(map(max, values))
    total = sum(math.exp(value - top) for row in values for value in row)
    probabilities = [[math.exp(value - top) / total for value in row] for row in values]
    fig, ax = plt.subplots()
    ax.imshow(probabilities)
    ax.set(title="attention", xlabel="j", ylabel="i")
    return fig, probabilities
