"""Hidden checks of 2d: the feed-forward half of an encoder layer, on right versions of GELU and layer norm."""

import torch
import torch.nn.functional as F

from autograder.judge import (
    Forbidden,
    PassOn,
    assert_close,
    assert_tensor,
    assert_tuple,
    has_modules,
    points,
    randn,
    require,
    set_parameters,
    state_shapes,
    tells_of,
)

from reference.parts import BertLayerNorm, gelu_exact

FORBIDDEN = Forbidden(
    things=("gelu", "layer_norm"),
    why="This question builds on your own `gelu_exact` and `BertLayerNorm`.",
)
LENDS = (gelu_exact, BertLayerNorm)
HIDDEN, INNER = 6, 11
SHAPES = {
    "dense_in.weight": [INNER, HIDDEN],
    "dense_in.bias": [INNER],
    "dense_out.weight": [HIDDEN, INNER],
    "dense_out.bias": [HIDDEN],
    "layer_norm.weight": [HIDDEN],
    "layer_norm.bias": [HIDDEN],
}


def make(student, values=None, dropout=0.0, eps=1e-12, dtype=torch.float64):
    """The student's module from right parts, with our parameters and no dropout."""
    student.replace("gelu_exact", gelu_exact)
    student.replace("BertLayerNorm", BertLayerNorm)
    config = student.BertConfig(
        hidden_size=HIDDEN, intermediate_size=INNER, hidden_dropout_prob=dropout, layer_norm_eps=eps
    )
    ffn = student.BertFFN(config).eval()
    if dtype == torch.float64:
        ffn = ffn.double()
    if values:
        student.plant(set_parameters)(ffn, values)
    return ffn


def random_values():
    """Parameters large enough for every part of the formula to be seen."""
    return {name: randn(*shape) for name, shape in SHAPES.items()}


def transformed(h, values, eps=1e-12):
    """Eq. (11) without dropout, from torch's own functions."""
    inner = F.gelu(F.linear(h, values["dense_in.weight"], values["dense_in.bias"]))
    update = F.linear(inner, values["dense_out.weight"], values["dense_out.bias"])
    return F.layer_norm(h + update, (HIDDEN,), values["layer_norm.weight"], values["layer_norm.bias"], eps)


def with_steady_update(student, training):
    """A module and inputs for which dense_out gives 30 everywhere, where GELU does nothing, with or without bias."""
    values = {name: torch.zeros(shape) for name, shape in SHAPES.items()}
    values["dense_in.weight"][:, 0] = 3.0
    values["dense_out.weight"][:] = 1 / INNER
    values["layer_norm.weight"][:] = 1.0
    h = 10 + randn(40, 10, HIDDEN)
    h[..., 0] = 10.0
    return make(student, values, dropout=0.3).train(training), h


def update_seen(student, ffn, h):
    """What is added to the hidden states, seen with a layer norm that lets everything pass."""
    ffn.layer_norm = student.plant(PassOn)()
    return assert_tensor(ffn(h), shape=tuple(h.shape), what="The output") - h


@points(0.5)
def test_modules(student):
    """`dense_in`, `dense_out`, `dropout` and `layer_norm` are there, and together hold all parameters."""
    # in float32: a conversion would separate parameters that share their memory
    ffn, other = make(student, dtype=torch.float32), make(student, dtype=torch.float32)
    # asked by name: whatever the modules are called instead, the same mistake looks the same
    names = ("dense_in", "dense_out", "dropout", "layer_norm")
    present, _ = assert_tuple(student.plant(has_modules)(ffn, names), 2, what="What is said about the modules")
    for name, there in zip(names, assert_tuple(present, 4, what="What is said about the modules"), strict=True):
        require(there is True, f"There is no module `{name}`.")
    found = student.plant(state_shapes)(ffn)
    for name, shape in SHAPES.items():
        require(name in found, f"There is no parameter `{name}`.")
        require(found[name] == shape, f"`{name}` has another shape than the configuration asks for.")
    require(set(found) == set(SHAPES), "There are more parameters or buffers than those of the four modules.")
    values = random_values()
    student.plant(set_parameters)(ffn, values)
    student.plant(set_parameters)(other, random_values())
    for name, parameter in ffn.named_parameters().items():
        hint = "Does it share its memory with another one, or with that of a second BertFFN?"
        require(name in values, f"There is a parameter `{name}` that nobody asked for.")
        assert_close(parameter, values[name], what=f"`{name}`, after all were set", hint=hint)
    # names and numbers can be claimed: each module has to work with the numbers that it was given
    h, inner = randn(5, HIDDEN, dtype=torch.float32), randn(5, INNER, dtype=torch.float32)
    given = {name: value.float() for name, value in values.items()}
    norm = (given["layer_norm.weight"], given["layer_norm.bias"])
    for name, x, expected in (
        ("dense_in", h, F.linear(h, given["dense_in.weight"], given["dense_in.bias"])),
        ("dense_out", inner, F.linear(inner, given["dense_out.weight"], given["dense_out.bias"])),
        ("dropout", h, h),
        ("layer_norm", h, F.layer_norm(h, (HIDDEN,), *norm, eps=1e-12)),
    ):
        assert_close(getattr(ffn, name)(x), expected, atol=1e-4, what=f"What `{name}` makes of an input")


@points(1)
def test_values(student):
    """The whole formula is right for random parameters, with dropout switched off."""
    for scale in (1.0, 3.0):
        values, h = random_values(), scale * randn(4, 3, HIDDEN)
        hint = "Compare each step with Eq. (11): which GELU, where the sum, where the norm?"
        assert_close(make(student, values)(h), transformed(h, values), what="The output", hint=hint)


@points(0.5)
def test_residual(student):
    """The input is added to the update before the layer norm."""
    values, h = random_values(), 3 * randn(5, HIDDEN)
    values["dense_out.weight"].zero_()
    hint = "With no weights in dense_out, the norm of the input plus a constant vector is left."
    assert_close(make(student, values)(h), transformed(h, values), what="The output without an update", hint=hint)


@points(0.5)
def test_eps_of_the_configuration(student):
    """`layer_norm_eps` of the configuration reaches the layer norm."""
    values, h = random_values(), 0.1 * randn(4, HIDDEN)
    answer = make(student, values, eps=2.0)(h)
    hint = "If the output is right with the usual eps, see what you pass to BertLayerNorm."
    assert_close(answer, transformed(h, values, eps=2.0), what="The output with a large eps", hint=hint)


@points(0.5)
def test_any_leading_axes(student):
    """Every position is transformed by itself, with any number of leading axes."""
    values = random_values()
    ffn = make(student, values)
    for leading in ((), (1,), (4,), (2, 5, 3)):
        h = randn(*leading, HIDDEN)
        assert_close(ffn(h), transformed(h, values), what=f"The output (leading axes: {len(leading)})")


@points(0.5)
def test_dropout_in_training(student):
    """In training, dropout acts on the update, with the rate of the configuration, and on nothing else."""
    ffn, h = with_steady_update(student, training=True)
    output = assert_tensor(ffn(h), what="The output in training")
    require((output != 0).all(), "In training, entries of the output are exactly 0: does dropout come last?")
    update = update_seen(student, ffn, h)
    dropped = update.abs() < 1e-6
    require(dropped.any(), "In training no entry gets through unchanged: is the update dropped, and the input added?")
    kept = torch.where(dropped, 30 / 0.7, update)
    hint = "Dropout scales up what it keeps of the update, and leaves the input alone."
    assert_close(kept, torch.full_like(kept, 30 / 0.7), what="The update that was kept", hint=hint)
    # 2,400 entries: six standard deviations
    share = dropped.double()
    require(abs(share.mean() - 0.3) < 0.06, "The share that is dropped is not the configuration's rate.")
    by_itself = len(share.mean((0, 1)).unique()) > 1 and len(share.mean(2).unique()) > 2
    require(by_itself, "Dropout should decide about every entry by itself.")
    again = update_seen(student, ffn, h).abs() < 1e-6
    require((again != dropped).any(), "Dropout drops the same entries at every call: do you set a seed?")
    # apart from dropout, both modes do the same, whatever that is
    ffn = make(student, random_values(), dropout=0.3)
    evaluated, trained = (update_seen(student, ffn.train(mode), h) for mode in (False, True))
    kept = torch.where(trained.abs() < 1e-6, 0.0, evaluated / 0.7)
    hint = "Without dropout, training and evaluation give the same: is there a part that only one of them has?"
    assert_close(
        trained, kept, rtol=1e-5, atol=1e-5, what="The update in training, beside that in evaluation", hint=hint
    )


@points(0.5)
def test_no_dropout_in_evaluation(student):
    """In evaluation nothing is dropped and nothing is scaled."""
    update = update_seen(student, *with_steady_update(student, training=False))
    hint = "Dropout must be silent after .eval(), and the input must be added once."
    assert_close(update, torch.full_like(update, 30.0), what="The update in evaluation", hint=hint)


@points(0.5)
def test_gradients(student):
    """Gradients reach the input and all parameters, and are right."""
    values = {name: value.requires_grad_() for name, value in random_values().items()}
    h, weights = randn(4, 3, HIDDEN).requires_grad_(), randn(4, 3, HIDDEN)
    found = student.gradients(make(student, {name: v.detach() for name, v in values.items()}), h, weights=weights)
    expected = transformed(h, values)
    assert_close(found.output, expected, what="The output is wrong, so its gradients are too")
    gradients = torch.autograd.grad((expected * weights).sum(), [h, *values.values()])
    answers = [found.args[0], *(found.parameters.get(name) for name in values)]
    for name, answer, gradient in zip(("the input", *values), answers, gradients, strict=True):
        require(answer is not None, f"No gradient reaches {name}.")
        hint = "Is every step part of the graph, without detach, no_grad or item?"
        assert_close(answer, gradient, what=f"The gradient of {name}", hint=hint)


@points(0.5)
def test_float32_and_input(student):
    """The type of the input is kept, and the input is not changed."""
    ffn, h = make(student, random_values()), randn(4, 3, HIDDEN, dtype=torch.float32)
    precise = assert_tensor(ffn(h.double()), shape=(4, 3, HIDDEN), what="The answer to float64")
    call = student.call(ffn.float(), h)
    assert_tensor(call.result, shape=(4, 3, HIDDEN), dtype=torch.float32, finite=True, what="The answer to float32")
    require((precise - h).abs().max() > 1e-3, "The module gives back its input.")
    assert_close(call.result, precise, atol=1e-3, rtol=1e-3, what="The answer to float32, beside that to float64")
    hint = "An operation such as += writes into the caller's tensor."
    with tells_of("input_changed"):
        assert_close(call.args[0], h, what="The input after the call", hint=hint)
