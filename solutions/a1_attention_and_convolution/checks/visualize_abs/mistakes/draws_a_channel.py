"""Your figure shows a channel of the embedding, not the similarity that you return. Draw the map of
similarities.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.imshow(P[:, :, 0])
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
