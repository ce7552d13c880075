"""You return tanh minus exact where exact minus tanh is asked, and your axes have no labels."""


def visualize_gelu(x):
    exact, approx = gelu_exact(x), gelu_tanh(x)
    difference = approx - exact
    fig, axes = plt.subplots(1, 2, figsize=(9, 3))
    axes[0].plot(x, exact, label="gelu_exact")
    axes[0].plot(x, approx, label="gelu_tanh")
    axes[0].set_title("GELU")
    axes[0].legend()
    axes[1].plot(x, difference)
    axes[1].set_title("difference")
    return fig, difference
