"""You write into the embedding that the module returns, with an operation in place such as *=, so the module's own
buffer is changed and every later use of it is wrong. Make a new tensor instead.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    vector = P[query[0], query[1]].clone()
    P *= vector
    similarity = P.sum(dim=-1)

    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
