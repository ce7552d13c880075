"""Figure from the object interface, the map turned upright with rot90, a list returned."""


def visualize_abs_positional_embedding(embedding, query):
    with torch.no_grad():
        table = embedding()
        query_vector = table[query[0], query[1], :]
        similarity = torch.matmul(table.reshape(-1, table.shape[-1]), query_vector).view(table.shape[:2])
    fig = Figure(figsize=(3, 3))
    ax = fig.add_subplot()
    upright = np.rot90(similarity.numpy())
    ax.imshow(upright, extent=(-0.5, similarity.shape[0] - 0.5, -0.5, similarity.shape[1] - 0.5), aspect="auto")
    ax.plot([query[0]], [query[1]], "w*")
    ax.set(title="dot products", xlabel="i", ylabel="j")
    return fig, similarity.tolist()
