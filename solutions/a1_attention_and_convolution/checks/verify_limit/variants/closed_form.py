"""Scores from the distance to q - Delta, without the module; a column of panels, one suptitle."""


def verify_limit(width, height, query, center, alphas):
    target = torch.tensor(query, dtype=torch.float64) - torch.tensor(center, dtype=torch.float64)
    i = (torch.arange(width) - target[0]) ** 2
    j = (torch.arange(height) - target[1]) ** 2
    distance = (i[:, None] + j[None, :]).flatten()
    probabilities = torch.stack([torch.softmax(-alpha * distance, 0).view(width, height) for alpha in alphas])
    fig, axes = plt.subplots(len(alphas), 1, sharex=True, sharey=True, squeeze=False)
    for k, ax in enumerate(axes.ravel()):
        image = ax.imshow(probabilities[k], vmin=0, vmax=1)
        fig.colorbar(image, ax=ax)
    fig.suptitle("sharper and sharper")
    fig.supxlabel("j")
    fig.supylabel("i")
    return fig, probabilities
