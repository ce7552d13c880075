"""You build a new embedding and do not use the vectors of the one that is passed in. The figure should show the
module that the caller gives you.
"""


def visualize_abs_positional_embedding(embedding, query):
    """A figure of the similarity of pixel query with all pixels, and the similarity itself, shape (width, height)."""
    width, height, dim = embedding().shape
    dim = max(4, dim // 4 * 4)
    P = AbsolutePositionalEmbedding(width, height, dim)()
    i, j = query
    similarity = torch.zeros(width, height)
    for a in range(width):
        for b in range(height):
            similarity[a, b] = torch.dot(P[a, b], P[i, j])
    fig, ax = plt.subplots()
    ax.imshow(similarity.T)
    ax.set(title="similarity", xlabel="i", ylabel="j")
    return fig, similarity
