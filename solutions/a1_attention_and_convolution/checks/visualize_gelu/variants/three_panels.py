"""Three panels with a common title and common labels, drawn in a loop; a list comes back."""


def visualize_gelu(x, size=(9, 3)):
    curves = {"exact": gelu_exact(x), "tanh": gelu_tanh(x)}
    curves["difference"] = curves["exact"] - curves["tanh"]
    fig, axes = plt.subplots(2, 2, figsize=size)
    for ax, (name, y) in zip(axes.flat, curves.items()):
        ax.plot(x.tolist(), y.tolist(), label=name)
        ax.legend()
    axes[1, 1].set_visible(False)
    fig.suptitle("GELU")
    fig.supxlabel("x")
    fig.supylabel("y")
    plt.show()
    return fig, curves["difference"].tolist()
