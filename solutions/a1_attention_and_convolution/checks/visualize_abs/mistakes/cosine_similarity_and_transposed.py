"""Your similarity has two faults: it is the cosine of the angle instead of the dot product, and it comes back as
(height, width) instead of (width, height).
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = F.cosine_similarity(P, P[query[0], query[1]], dim=-1).T
    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
