"""You compute exp(-alpha |delta - Delta|^2) and divide by the sum. When alpha is large and no pixel lies exactly
at q - Delta, all of these become 0, and 0 / 0 is not a number. torch.softmax takes care of this.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    delta = embedding()[query[0], query[1], :, :, 1:]
    weights = torch.exp(-alpha * ((delta - torch.tensor(center)) ** 2).sum(dim=-1))
    probabilities = weights / weights.sum()

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
