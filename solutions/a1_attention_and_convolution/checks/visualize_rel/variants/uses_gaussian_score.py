"""Scores through the function of Question 1; logarithmic colours; a panel with the row of the query."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    from matplotlib.colors import LogNorm

    delta = embedding()[query[0], query[1], ..., 1:]
    scores = gaussian_score(delta, torch.tensor(center, dtype=delta.dtype), alpha)
    probabilities = F.softmax(scores.reshape(1, -1), dim=1).reshape_as(scores)
    fig, (left, right) = plt.subplots(1, 2, figsize=(6, 3))
    left.imshow(probabilities.numpy(), norm=LogNorm(vmin=1e-30, vmax=1.0))
    left.set(title="attention", xlabel="j", ylabel="i")
    right.plot(probabilities[query[0]], "o-")
    right.set(title="row of the query", xlabel="j", ylabel="probability")
    return fig, probabilities
