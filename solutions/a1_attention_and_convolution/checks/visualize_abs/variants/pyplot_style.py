"""Everything through plt, numpy returned, suptitle and supxlabel, a colour bar."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding().detach().cpu().numpy()
    similarity = np.tensordot(P, P[query[0], query[1]], axes=1)
    fig = plt.figure(figsize=(4, 3))
    plt.imshow(similarity, cmap="viridis")
    plt.colorbar()
    fig.suptitle("similarity")
    fig.supxlabel("j")
    fig.supylabel("i")
    plt.close(fig)
    return fig, similarity
