"""You subtract 1 from the coordinates of the query. Pixels are counted from 0 here, so the query can be used as it
is.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0] - 1, query[1] - 1]
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
