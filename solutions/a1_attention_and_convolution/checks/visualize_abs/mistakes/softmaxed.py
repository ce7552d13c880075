"""Your similarity went through a softmax. The dot products themselves are asked for, not attention
probabilities.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    similarity = torch.softmax(similarity.flatten(), dim=0).reshape(similarity.shape)

    fig, ax = plt.subplots()
    ax.imshow(similarity.T, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
