"""pcolormesh, a scattered marker, text in the map, einsum."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding.forward()
    similarity = torch.einsum("ijc,c->ij", P, P[tuple(query)])
    fig, ax = plt.subplots(constrained_layout=True)
    mesh = ax.pcolormesh(similarity.T.numpy(), shading="auto")
    ax.scatter([query[0] + 0.5], [query[1] + 0.5], marker="x", color="red")
    ax.text(0, 0, "origin")
    ax.axhline(query[1] + 0.5, lw=0.5)
    fig.colorbar(mesh, ax=ax, label="dot product")
    ax.set_title("similarity", loc="left")
    ax.set_xlabel("i (width)")
    ax.set_ylabel("j (height)")
    plt.show()
    return fig, similarity
