"""Your function treats a coordinate 0 of the query as if there were none (for example with `or`, or with an if that
asks for the number itself). A pixel may lie in row or column 0.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0] or -1, query[1] or -1]
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
