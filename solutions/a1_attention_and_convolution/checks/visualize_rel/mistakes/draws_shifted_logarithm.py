"""Your figure shows the logarithm of the probabilities, but you return the probabilities. What you draw must be
what you return.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    """A figure of where a Gaussian head looks from pixel query, and the probabilities, shape (width, height)."""
    scores = embedding.attention_scores(torch.tensor([[*center]]).float(), torch.tensor([alpha]).float())
    scores = scores[0, query[0], query[1]]
    probabilities = scores.flatten().softmax(dim=0).reshape(scores.shape)
    fig, ax = plt.subplots()
    # log scale, otherwise one sees only the peak
    im = ax.imshow(np.log10(probabilities.numpy() + 1e-12).T)
    fig.colorbar(im, ax=ax, label="log10 p")
    ax.set_title("log attention")
    ax.set_xlabel("i")
    ax.set_ylabel("j")
    return fig, probabilities
