"""Unused panels switched off with axis, a colour bar on axes of its own."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = (P * P[query[0], query[1]][None, None, :]).sum(-1)
    fig, axes = plt.subplots(2, 2)
    im = axes[0, 0].imshow(similarity.T, origin="lower", interpolation="nearest", vmin=-1, vmax=1)
    cax = fig.add_axes([0.9, 0.1, 0.02, 0.8])
    fig.colorbar(im, cax=cax)
    axes[0, 0].set(title="similarity", xlabel="i", ylabel="j")
    for ax in axes.flat[1:]:
        ax.axis("off")
    return fig, similarity
