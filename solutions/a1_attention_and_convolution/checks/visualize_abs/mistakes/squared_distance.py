"""You return the squared distance of the vectors, so the query itself gets 0. The dot product is asked for, which
is large where vectors are alike.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = ((P - P[query[0], query[1]]) ** 2).sum(dim=-1)
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
