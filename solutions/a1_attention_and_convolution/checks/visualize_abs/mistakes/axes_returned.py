"""You return the axes (or an image) instead of the figure. plt.subplots() gives both a figure and its axes; the
figure is asked for, first in the pair.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    _, ax = plt.subplots()
    ax.imshow(similarity.T)
    ax.set(title="similarity", xlabel="i", ylabel="j")
    return ax, similarity
