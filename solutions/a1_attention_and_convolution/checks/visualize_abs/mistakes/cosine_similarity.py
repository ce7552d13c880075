"""Your similarity divides by the lengths of the vectors: that is the cosine similarity. The plain dot product is
asked for. The two look alike only when all vectors have the same length.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = F.cosine_similarity(P, P[query[0], query[1]], dim=-1)

    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
