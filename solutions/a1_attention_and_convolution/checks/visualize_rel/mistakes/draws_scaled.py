"""Your figure shows the probabilities divided by the largest of them. What you draw must be what you return,
values as they are. A colour bar tells the reader the scale.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]

    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T / probabilities.max(), origin="lower", vmin=0, vmax=1)
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
