"""Your map has neither a title nor labels on its axes, so a reader cannot tell what it shows. Add all three."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    return fig, similarity
