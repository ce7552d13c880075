"""The figure that you return shows no map. Either you drew on another one, as plt.figure() opens a new figure each time,
or you drew something without a field for each pixel, such as contours. Return the figure that holds your map.
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
