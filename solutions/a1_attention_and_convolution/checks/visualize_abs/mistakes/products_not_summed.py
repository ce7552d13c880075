"""You multiply the vectors, but you do not add the products up: a number for each channel is left. The dot product
is one number for each pixel.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P * P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.imshow(similarity[..., 0].T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
