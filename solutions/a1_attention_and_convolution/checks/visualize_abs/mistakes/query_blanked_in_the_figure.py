"""Your figure shows another value at the query's pixel than you return. What you draw must be what you return; mark
the query with a marker.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    shown = similarity.clone()
    shown[query[0], query[1]] = 0
    ax.imshow(shown.T)
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
