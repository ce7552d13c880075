"""Your similarity comes back as (height, width). You may turn the picture around for drawing, but what you
return should be (width, height). Keep the turned map under another name.
"""


def visualize_abs_positional_embedding(embedding, query):
    P = embedding()
    similarity = (P @ P[query[0], query[1]]).T
    fig, ax = plt.subplots()
    ax.imshow(similarity, origin="lower")
    ax.set(title=f"similarity with {query}", xlabel="i", ylabel="j")
    return fig, similarity
