"""Your similarity is rounded to whole numbers or to a few digits. Return the dot products as they are."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = (P @ P[query[0], query[1]]).round()
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
