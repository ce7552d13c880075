"""Your probabilities do not depend on alpha: the head is as wide for every alpha. Pass the alpha that you were
given on to the scores.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    scores = embedding.attention_scores(torch.tensor([center]).float(), torch.ones(1))[0, query[0], query[1]]

    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
