"""You return the distance of the vectors with a minus sign. The dot product is asked for; the two are not the same
where vectors differ in length.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = -(P - P[query[0], query[1]]).norm(dim=-1)
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
