"""The figure that you return shows no map. Either you drew on another one, as plt.figure() opens a new figure each
time, or you drew something without a field for each pixel, such as contours. Return the figure that holds your
map.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([center], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]
    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, _ = plt.subplots()
    _, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
