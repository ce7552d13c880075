"""The figure that you return is empty: you drew on another one. plt.figure() opens a new figure each time.
Return the one that holds your map.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = P @ P[query[0], query[1]]
    fig = plt.figure()
    plt.subplots()
    plt.imshow(similarity.T)
    plt.title("similarity")
    plt.xlabel("i")
    plt.ylabel("j")
    return fig, similarity
