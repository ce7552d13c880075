"""Your centre has two faults: its numbers are swapped, and it enters with the wrong sign. The first number belongs
to i, and a head with centre Delta looks at k = q - Delta.
"""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    centers = torch.tensor([[-center[1], -center[0]]], dtype=torch.float32)
    alphas = torch.tensor([alpha], dtype=torch.float32)
    scores = embedding.attention_scores(centers, alphas)[0, query[0], query[1]]
    probabilities = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)

    fig, ax = plt.subplots()
    ax.imshow(probabilities.T, origin="lower")
    ax.set(title="attention", xlabel="i", ylabel="j")
    return fig, probabilities
