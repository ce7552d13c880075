"""You read the query's vector at (j, i) instead of (i, j). On square images, and for queries on the diagonal,
nothing shows. The first number of the query belongs to the first axis of the embedding.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    i, j = query
    vector = P[j % P.shape[0], i % P.shape[1]]
    similarity = (P * vector).sum(dim=-1)

    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
