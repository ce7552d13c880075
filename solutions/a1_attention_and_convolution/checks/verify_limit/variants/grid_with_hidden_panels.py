"""A grid with unused panels hidden, a panel of the largest probability, the notebook's own probabilities."""


def verify_limit(width, height, query, center, alphas):
    probabilities = torch.cat(
        [
            gaussian_probabilities(width, height, torch.tensor([center]).double(), a)[:, query[0], query[1]]
            for a in alphas
        ]
    )
    rows = len(alphas) // 2 + 1
    fig, axes = plt.subplots(rows, 2)
    for ax, a, p in zip(axes.flat, alphas, probabilities):
        ax.imshow(p.T, origin="lower", cmap="gray")
        ax.plot(query[0] - center[0], query[1] - center[1], "rx")
        ax.set(title=f"alpha {a}", xlabel="i", ylabel="j")
    for ax in axes.flat[len(alphas) : -1]:
        ax.set_visible(False)
    axes.flat[-1].plot(alphas, probabilities.flatten(1).max(dim=1).values, "o-")
    axes.flat[-1].set(title="largest probability", xlabel="alpha", ylabel="probability")
    return fig, probabilities
