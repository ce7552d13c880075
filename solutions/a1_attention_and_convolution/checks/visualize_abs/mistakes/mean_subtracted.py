"""Something is subtracted before or after the product (a mean). The plain dot product of the vectors is asked for."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    similarity = similarity - similarity.mean()
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
