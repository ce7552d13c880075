"""Loops with numbers, matshow, double precision, a hidden second panel."""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding().double()
    width, height, channels = P.shape
    similarity = torch.zeros(width, height, dtype=torch.float64)
    for i in range(width):
        for j in range(height):
            similarity[i, j] = sum(float(P[i, j, c]) * float(P[query[0], query[1], c]) for c in range(channels))
    fig, (ax, unused) = plt.subplots(2, 1)
    unused.set_visible(False)
    ax.matshow(similarity)
    ax.set(title="similarity", xlabel="j", ylabel="i")
    print("largest", similarity.max())
    return [fig, similarity]
