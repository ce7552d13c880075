"""Your figure shows a softmax of the similarity. What you draw must be what you return, values as they are."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig, ax = plt.subplots()
    ax.imshow(similarity.flatten().softmax(0).reshape(similarity.shape).T)
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
