"""All three lines on one axes, the figure closed, with a legend and zero lines."""


def visualize_gelu(x):
    a = gelu_exact(x)
    b = gelu_tanh(x)
    d = a - b
    fig = plt.figure()
    plt.axhline(0, color="k", lw=0.5)
    plt.axvline(0, color="k", lw=0.5)
    plt.plot(x, a)
    plt.plot(x, b, linestyle="--")
    plt.plot(x, d, "r.")
    plt.legend(["exact", "tanh", "difference"])
    plt.title("GELU")
    plt.xlabel("x")
    plt.ylabel("y")
    plt.grid()
    plt.close(fig)
    return fig, d
