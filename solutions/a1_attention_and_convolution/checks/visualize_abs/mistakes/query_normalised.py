"""You bring the query's vector to length one before you multiply. The plain dot product is asked for."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ F.normalize(P[query[0], query[1]], dim=0)
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
