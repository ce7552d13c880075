"""You return the similarity of every pixel with every pixel. Only the row of the query is asked for, laid out as
an image of shape (width, height).
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding().flatten(0, 1)
    similarity = P @ P.T
    fig, ax = plt.subplots()
    ax.imshow(similarity)
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
