"""Your map has no labels on its axes, so a reader cannot tell which way i and j run. Label both axes."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.imshow(similarity.T)
    ax.set_title("similarity")
    return fig, similarity
