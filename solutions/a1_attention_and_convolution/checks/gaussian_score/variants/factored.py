"""delta . (delta - 2 Delta), with an assertion, a print and a further argument."""


def gaussian_score(delta, center, alpha=1.0, *, verbose=True):
    assert delta.shape[-1] == 2
    if verbose:
        print("scores of", tuple(delta.shape[:-1]))
    return (delta * (delta - 2 * center)).sum(dim=-1).mul(-alpha)
