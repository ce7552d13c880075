"""Your figure shows a curve. The similarity has one number for each pixel of an image: draw it as a map."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.plot(similarity.flatten())
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
