"""What you return first is not the figure. It may be its axes, or plt: a figure holds axes, and plt.subplots gives
you both."""


def visualize_gelu(x):
    exact, approx = gelu_exact(x), gelu_tanh(x)
    difference = exact - approx
    fig, axes = plt.subplots(1, 2, figsize=(9, 3))
    axes[0].plot(x, exact, label="gelu_exact")
    axes[0].plot(x, approx, label="gelu_tanh")
    axes[0].set_title("GELU")
    axes[0].set_xlabel("x")
    axes[0].set_ylabel("gelu(x)")
    axes[0].legend()
    axes[1].plot(x, difference)
    axes[1].set_title("difference")
    axes[1].set_xlabel("x")
    axes[1].set_ylabel("exact - tanh")
    return axes, difference
