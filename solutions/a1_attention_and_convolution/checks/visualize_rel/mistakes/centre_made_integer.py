"""Your centre is turned into whole numbers, so a head that looks between pixels jumps to one of them. Look at
the type of the tensor that you make of the centre.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.long).float()
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]

    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
