"""The probabilities factorise into i and j; a helper inside, a print."""


def verify_limit(width, height, query, center, alphas):
    def axis(size, q, c):
        distance = (q - torch.arange(size) - c) ** 2
        return torch.softmax(-torch.tensor(alphas, dtype=torch.float64)[:, None] * distance, dim=1)

    probabilities = torch.einsum(
        "ai,aj->aij", axis(width, query[0], center[0]), axis(height, query[1], center[1])
    ).float()
    print("mass of the largest pixel:", probabilities.amax(dim=(1, 2)))
    fig, axes = plt.subplots(ncols=len(alphas), figsize=(2 * len(alphas), 2))
    for n, ax in enumerate(np.atleast_1d(axes)):
        ax.imshow(probabilities[n].numpy().T, origin="lower", extent=(-0.5, width - 0.5, -0.5, height - 0.5))
        ax.set_title(rf"$\alpha = {alphas[n]}$")
        ax.set_xlabel("i")
        ax.set_ylabel("j")
    return fig, probabilities
