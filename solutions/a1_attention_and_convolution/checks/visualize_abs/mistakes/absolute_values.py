"""Your similarity has lost its sign. A negative dot product says that two vectors point in opposite directions:
return it as it is.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = (P @ P[query[0], query[1]]).abs()
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
