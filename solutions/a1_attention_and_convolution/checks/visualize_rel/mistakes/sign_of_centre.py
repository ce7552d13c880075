"""Your head looks at q + Delta: the centre enters with the wrong sign, or the query's numbers are put on the
axes of the keys. After the head, the first two axes of the scores belong to the query. With delta = q - k a
head with centre Delta looks at k = q - Delta.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    r = embedding()[query[0], query[1]]
    scores = -alpha * (r[..., 0] + 2 * (r[..., 1] * center[0] + r[..., 2] * center[1]))

    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
