"""Your map has no title, so a reader cannot tell what it shows. Give it one; a title for the whole figure will
do.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.imshow(similarity.T)
    ax.set_xlabel("i")
    ax.set_ylabel("j")
    return fig, similarity
