"""Your head looks at the query itself, whatever the centre. Pass the centre that you were given on to the scores."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.zeros(1, 2)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]
    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
