"""The difference on a twin axis that shares title and x label; markers and a shaded area."""


def visualize_gelu(x):
    exact, approximate = gelu_exact(x).detach().numpy(), gelu_tanh(x).detach().numpy()
    fig, ax = plt.subplots()
    ax.plot(x.numpy(), exact, "o-", x.numpy(), approximate, "-.")
    ax.set(title="two GELUs", xlabel="x", ylabel="gelu")
    twin = ax.twinx()
    twin.plot(x.numpy(), exact - approximate, color="tab:red")
    twin.fill_between(x.numpy(), exact - approximate, alpha=0.2)
    twin.scatter([0.0], [0.0])
    twin.set_ylabel("difference")
    return fig, exact - approximate
