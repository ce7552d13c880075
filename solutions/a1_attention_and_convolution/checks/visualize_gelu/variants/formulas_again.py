"""Writes both formulas out again, in double precision."""


def visualize_gelu(x):
    x64 = x.double()
    exact = x64 * torch.special.ndtr(x64)
    tanh = 0.5 * x64 * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x64 + 0.044715 * x64**3)))
    difference = exact - tanh
    fig, (ax1, ax2) = plt.subplots(nrows=2)
    ax1.plot(x64, exact, lw=3)
    ax1.plot(x64, tanh, lw=1)
    ax1.set(title="curves", xlabel="x", ylabel="y")
    ax2.plot(x64, difference)
    ax2.plot(x64, torch.zeros_like(x64), ":")
    ax2.set(title="difference", xlabel="x", ylabel="y")
    print("largest difference", difference.abs().max().item())
    return fig, difference
