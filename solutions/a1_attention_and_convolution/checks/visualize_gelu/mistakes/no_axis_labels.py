"""A panel of your figure, or each of them, has no labels on its axes, so a reader cannot tell what is drawn over
what. Every panel needs a label on both axes, or the figure common ones.
"""


def visualize_gelu(x):
    exact, approx = gelu_exact(x), gelu_tanh(x)
    difference = exact - approx
    fig, axes = plt.subplots(1, 2, figsize=(9, 3))
    axes[0].plot(x, exact, label="gelu_exact")
    axes[0].plot(x, approx, label="gelu_tanh")
    axes[0].set_title("GELU")
    axes[0].legend()
    axes[1].plot(x, difference)
    axes[1].set_title("difference")
    return fig, difference
