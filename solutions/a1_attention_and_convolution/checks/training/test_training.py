"""Hidden checks of 2e: reading the heads' positions of a model that the judge knows, while it stands still and learns."""

import torch

from autograder.judge import assert_close, assert_tensor, assert_tuple, points, rand, randn, require, source_of

from reference import heads

SOURCE = source_of(*heads.PIECES)
# the planted model computes attention that these are asked for: they are judged first
LENDS = (
    "RelativePositionalEmbedding",
    "gaussian_score",
    "limit_probability",
    "verify_limit",
    "visualize_rel_positional_embedding",
)


def drawn(layers, count):
    """The numbers that a model is made of: the judge makes its own from them."""
    size = (6, 4)
    return [
        {
            "centers": rand(count, 2, low=-1.5, high=1.5, dtype=torch.float32),
            "alphas": rand(count, low=0.3, high=0.8, dtype=torch.float32),
            "mixing": randn(count, dtype=torch.float32) / count**0.5,
            "mask": rand(*size, low=0.5, high=1.5, dtype=torch.float32),
        }
        for _ in range(layers)
    ]


def centers_in(numbers):
    """The centres of a model, (layers, heads, 2)."""
    return torch.stack([layer["centers"] for layer in numbers])


def right_positions(model):
    """What the student's function should return."""
    return torch.stack(heads.centers_of(model)).detach().clone()


def watched(student, helper, numbers, *given):
    """What a helper finds with the student's function, what it should find, and both models afterwards."""
    planted, model, own = student.plant(SOURCE, helper), student.plant(SOURCE, "Model")(numbers), heads.Model(numbers)
    expected = getattr(heads, helper)(right_positions, own, *given)
    return assert_tuple(planted(student.head_positions, model, *given), len(expected)), expected, model, own


def assert_same_heads(model, own, what, hint=""):
    """Require the heads of a model in the jail to be where those of the judge's own model are."""
    found, expected = heads.centers_of(model), heads.centers_of(own)
    assert_close(assert_tuple(found, len(expected), what=what), torch.stack(expected), atol=1e-4, what=what, hint=hint)


def lesson():
    """Images, and what a model should make of them."""
    return randn(8, 6, 4, dtype=torch.float32), randn(8, 6, 4, dtype=torch.float32)


def require_read(answer, centers, what="The answer", hint=""):
    """Require coordinates of heads where the judge knows these to be; which of them, and in what order, is asked once."""
    numbers = assert_tensor(answer, what=what, hint=hint).double().flatten()
    # a centre with the wrong sign, or the mean of a layer's heads, was read from this model, too
    known = torch.cat((centers, centers.mean(1, keepdim=True)), dim=1).double().flatten()
    sentence = f"{what} holds numbers that are no coordinates of the heads at that moment. {hint}".rstrip()
    require(0 < len(numbers) <= len(known), sentence)
    require((numbers.abs()[:, None] - known.abs()).abs().amin(dim=1).max() < 1e-4, sentence)


@points(1.5)
def test_positions(student):
    """The positions are the centres of all heads of all layers, in order, as they are."""
    for layers, count in ((3, 5), (1, 4), (12, 2), (2, 1)):
        numbers = drawn(layers, count)
        others = randn(count, 2, dtype=torch.float32)
        answer = student.head_positions(student.plant(SOURCE, "Model")(numbers, others))
        hint = "Layer l comes l-th, its heads in their own order, each with both coordinates."
        # the same tolerance for an answer in half precision
        assert_close(answer, centers_in(numbers), atol=1e-5, rtol=1e-5, what="The tensor of positions", hint=hint)


@points(0.5)
def test_detached(student):
    """The positions carry no gradients."""
    numbers = drawn(3, 5)
    (positions, asks), _, model, own = watched(student, "add_to_loss", numbers, *lesson())
    require_read(positions, centers_in(numbers))
    hint = "The positions still ask for gradients, so a history of them keeps whole graphs alive."
    assert_same_heads(model, own, "The model after a step with the positions in the loss", hint)
    # a copy can ask for gradients of its own, and moves nothing then
    require(asks is not True, "The positions ask for gradients: they are not detached.")


@points(0.5)
def test_copy(student):
    """The positions stay what they were when the model moves on, and a later call sees where it moved to."""
    for layers in (3, 1):
        numbers, later = drawn(layers, 5), 3 * randn(layers, 5, 2, dtype=torch.float32)
        (first, kept, second), *_ = watched(student, "read_and_move", numbers, later)
        require_read(first, centers_in(numbers))
        hint = "Return a copy: your answer is tied to the model or to an earlier answer."
        assert_close(kept, assert_tensor(first), what="The first answer, after the heads have moved", hint=hint)
        require_read(second, later, what="The answer to a second call")


@points(0.5)
def test_model_is_left_alone(student):
    """Looking at the model does not change it: it can go on learning."""
    for resting in (False, True):
        numbers = drawn(3, 5)
        found, (_, own_training, own_frozen), model, own = watched(student, "overwrite", numbers, resting)
        positions, training, frozen = found
        require_read(positions, centers_in(numbers))
        assert_same_heads(model, own, "The centres of the model after the positions were written over")
        # what the notebook says about itself only chooses the sentence: the numbers decide
        sentence = "After the call the model learns otherwise than it would have."
        if training is not own_training:
            sentence = (
                f"After the call the model is in {'training' if resting else 'evaluation'} mode; it was not before."
            )
        elif frozen != own_frozen:
            now = "learn that were frozen before" if resting else "need no gradients any more: they are frozen"
            sentence = f"After the call some parameters of the model {now}."
        images, targets = lesson()
        losses, own_losses = (
            student.plant(SOURCE, "take_steps")(model, images, targets, 3),
            heads.take_steps(own, images, targets, 3),
        )
        assert_close(losses, own_losses, atol=1e-4, rtol=1e-4, what="The loss of further steps", hint=sentence)
        assert_same_heads(model, own, "The model after further steps", hint=sentence)


@points(1)
def test_training(student):
    """A few steps of training lower the loss, and the recorded positions move."""
    (losses, history), (own_losses, own_history), *_ = watched(student, "train", drawn(2, 5), *lesson())
    recorded = assert_tuple(history, len(own_history), what="The history")
    hint = "Recorded positions move in training: are yours exact, and copies of their moment?"
    for step, (answer, centers) in enumerate(zip(recorded, own_history, strict=True)):
        require_read(answer, centers, what=f"The record after {step} steps", hint=hint)
    assert_close(losses, own_losses, atol=1e-4, rtol=1e-4, what="The loss in training")
