"""Your centre enters twice as large as it is. The scores already have the factor 2 of Eq. (4): pass the centre on
as it is.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = 2 * torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]
    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
