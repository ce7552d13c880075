"""You plot x over the values: the first argument of plot is what goes on the horizontal axis. Draw the values over
x."""


def visualize_gelu(x):
    exact, approx = gelu_exact(x), gelu_tanh(x)
    difference = exact - approx
    fig, axes = plt.subplots(1, 2, figsize=(9, 3))
    axes[0].plot(exact, x, label="gelu_exact")
    axes[0].plot(approx, x, label="gelu_tanh")
    axes[0].set_title("GELU")
    axes[0].set_xlabel("x")
    axes[0].set_ylabel("gelu(x)")
    axes[0].legend()
    axes[1].plot(difference, x)
    axes[1].set_title("difference")
    axes[1].set_xlabel("x")
    axes[1].set_ylabel("exact - tanh")
    return fig, difference
