"""The object-oriented way, without pyplot; stacked panels; helper function."""

from matplotlib.figure import Figure as Canvas


def _panel(ax, x, lines, title):
    for y, label in lines:
        ax.plot(np.asarray(x), np.asarray(y), label=label)
    ax.set_title(title, loc="left")
    ax.set_xlabel("input")
    ax.set_ylabel("output")
    ax.legend()


def visualize_gelu(x):
    with torch.no_grad():
        exact, tanh = gelu_exact(x), gelu_tanh(x)
    fig = Canvas(figsize=(4, 6))
    top, bottom = fig.subplots(2, 1, sharex=True)
    _panel(top, x, [(exact, "exact"), (tanh, "tanh")], "curves")
    _panel(bottom, x, [(torch.sub(exact, tanh), "exact - tanh")], "difference")
    return [fig, torch.sub(exact, tanh)]
