"""Probabilities from visualize_rel_positional_embedding, whose figures are closed; a list of maps returned."""


def verify_limit(width, height, query, center, alphas):
    embedding = RelativePositionalEmbedding(width, height)
    maps = []
    for alpha in alphas:
        small, p = visualize_rel_positional_embedding(embedding, query, center, float(alpha))
        plt.close(small)
        maps.append(p)
    fig, axes = plt.subplots(1, len(alphas), squeeze=False, layout="constrained")
    for ax, p, alpha in zip(axes[0], maps, alphas):
        ax.matshow(p.T)
        ax.set(title=f"{alpha:.3g}", xlabel="i", ylabel="j")
    return fig, maps
