"""Your figure shows the similarity rescaled, but you return it as it is. Draw what you return."""


def visualize_abs_positional_embedding(embedding, query):
    """A figure of the similarity of pixel query with all pixels, and the similarity itself, shape (width, height)."""
    P = embedding()
    width, height, d = P.shape
    flat = P.reshape(-1, d)
    similarity = (flat @ P[query[0], query[1]]).reshape(width, height)
    fig, ax = plt.subplots()
    # scale to [0, 1] for a nicer colour map
    picture = (similarity - similarity.min()) / (similarity.max() - similarity.min())
    mappable = ax.imshow(picture.T, origin="lower")
    plt.colorbar(mappable)
    ax.set_title("similarity (scaled)")
    ax.set_xlabel("i")
    ax.set_ylabel("j")
    return fig, similarity
