"""Your similarity is divided by its largest value, or by that of the query with itself. The dot products are asked
for as they are; a colour bar tells the reader the scale.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    similarity = similarity / similarity.max()
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
