"""A loop of single heads, pcolormesh on plt.subplot, numpy returned, figure closed."""


def verify_limit(width, height, query, center, alphas):
    embedding = RelativePositionalEmbedding(width, height)
    fig = plt.figure(figsize=(3 * len(alphas), 3))
    maps = []
    for k, alpha in enumerate(alphas):
        scores = embedding.attention_scores(torch.tensor([center]).float(), torch.tensor([float(alpha)]))
        scores = scores[0, query[0], query[1]].numpy().astype(np.float64)
        weights = np.exp(scores - np.max(scores))
        maps.append(weights / weights.sum())
        plt.subplot(1, len(alphas), k + 1)
        plt.pcolormesh(maps[-1].T)
        plt.scatter(query[0] + 0.5, query[1] + 0.5, c="r")
        plt.title(f"alpha={alpha}")
        plt.xlabel("i")
        plt.ylabel("j")
    plt.tight_layout()
    plt.close(fig)
    return fig, np.array(maps)
