"""You subtract in place, so the curve of gelu_exact has become the difference before it is drawn. A second name
for a tensor is no copy.
"""


def visualize_gelu(x):
    """A figure of both GELUs and their difference over x, and the difference."""
    exact = gelu_exact(x)
    approximation = gelu_tanh(x)
    difference = exact
    difference -= approximation
    fig, (left, right) = plt.subplots(ncols=2, figsize=(8, 3))
    left.plot(x, exact, label="exact")
    left.plot(x, approximation, label="tanh")
    left.legend()
    right.plot(x, difference)
    left.set(title="GELU", xlabel="x", ylabel="gelu")
    right.set(title="difference", xlabel="x", ylabel="exact - tanh")
    return fig, difference
