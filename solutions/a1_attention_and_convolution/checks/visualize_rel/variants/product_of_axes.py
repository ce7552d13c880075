"""The probabilities factorise: one softmax along i times one along j."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    w, h = embedding().shape[:2]
    along_i = torch.softmax(-alpha * (query[0] - torch.arange(w) - center[0]) ** 2.0, dim=0)
    along_j = torch.softmax(-alpha * (query[1] - torch.arange(h) - center[1]) ** 2.0, dim=0)
    probabilities = torch.outer(along_i, along_j)
    fig, ax = plt.subplots()
    ax.matshow(probabilities.T, origin="lower")
    ax.annotate("q", query)
    ax.set(xlabel="i", ylabel="j")
    fig.suptitle("where the head looks")
    return fig, probabilities
