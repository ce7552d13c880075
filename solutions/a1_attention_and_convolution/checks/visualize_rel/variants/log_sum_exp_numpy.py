"""All queries at once, log-sum-exp in numpy, pcolormesh with edges, numpy returned."""


def visualize_rel_positional_embedding(embedding, query, center, alpha):
    heads = embedding.attention_scores(torch.tensor([list(map(float, center))]), torch.full((1,), float(alpha)))
    scores = heads.squeeze(0)[query].detach().numpy()
    shifted = scores - scores.max()
    probabilities = np.exp(shifted) / np.exp(shifted).sum()
    w, h = probabilities.shape
    fig = plt.figure()
    plt.pcolormesh(np.arange(w + 1) - 0.5, np.arange(h + 1) - 0.5, probabilities.T, cmap="magma")
    plt.plot(query[0], query[1], "wo")
    plt.suptitle(f"alpha = {alpha}")
    plt.xlabel("i")
    plt.ylabel("j")
    plt.close()
    return fig, probabilities
