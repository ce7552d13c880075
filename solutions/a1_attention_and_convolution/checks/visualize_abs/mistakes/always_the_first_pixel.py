"""You compare all pixels with the pixel (0, 0), whatever the query. Use the query that you were given."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[0, 0]
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
