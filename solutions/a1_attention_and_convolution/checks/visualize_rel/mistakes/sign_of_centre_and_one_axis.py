"""Your map has two faults: the centre enters with the wrong sign, and the softmax runs over one axis only. A head
with centre Delta looks at k = q - Delta, and the whole map should sum to 1.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = -torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]
    probabilities = torch.softmax(scores, dim=-1)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
