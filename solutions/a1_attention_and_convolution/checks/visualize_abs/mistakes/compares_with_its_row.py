"""You take a whole row of pixels for the query, so every pixel is compared with another one of them. The query is
one pixel: it has two coordinates.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = (P * P[query[0]]).sum(dim=-1)
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
