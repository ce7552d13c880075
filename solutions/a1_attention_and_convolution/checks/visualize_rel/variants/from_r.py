"""Scores from r and v with a matrix product, double precision."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    r = embedding().double()
    v = -alpha * torch.tensor([1.0, -2 * center[0], -2 * center[1]], dtype=torch.float64)
    scores = r[query[0], query[1]] @ v
    w, h = scores.shape
    probabilities = scores.view(-1).softmax(-1).view(w, h)
    fig, ax = plt.subplots()
    image = ax.imshow(probabilities)
    plt.colorbar(image, ax=ax)
    ax.set_title("attention")
    ax.set_xlabel("j")
    ax.set_ylabel("i")
    return fig, probabilities
