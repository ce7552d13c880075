"""Hidden checks of 2e: reading the heads' positions, and a few steps of training with right parts."""

import torch

from autograder.judge import assert_close, assert_tensor, points, rand, randn, require

from reference.parts import BertFFN, BertLayerNorm, gelu_exact

LENDS = (gelu_exact, BertLayerNorm, BertFFN)
HELPERS = """
import numpy as np
import torch

def place_heads(model, centers):
    with torch.no_grad():
        for layer, value in zip(model.encoder.layers, centers, strict=True):
            layer.attention.centers.copy_(value)

def copies(positions):
    return [torch.as_tensor(part).detach().clone() for part in positions]

def read_and_move_heads(head_positions, model, centers):
    first = head_positions(model)
    at_once = copies(first)
    place_heads(model, centers)
    second = head_positions(model)
    return at_once, copies(first), copies(second)

def read_and_overwrite_positions(head_positions, model):
    positions = head_positions(model)
    with torch.inference_mode():
        for part in positions:
            if isinstance(part, torch.Tensor | np.ndarray):
                part[...] = 7.0

def read_positions(head_positions, model):
    positions = head_positions(model)
    parts = positions if isinstance(positions, list | tuple) else [positions]
    return any(isinstance(part, torch.Tensor) and part.requires_grad for part in parts)

def state(model):
    frozen = [name for name, value in model.named_parameters() if not value.requires_grad]
    return model.training, frozen, [layer.attention.centers for layer in model.encoder.layers]
"""


def make(student, layers, heads, centers=None):
    """A classifier of the notebook made from right parts, its heads where we want them."""
    for part in LENDS:
        student.replace(part.__name__, part)
    config = student.BertConfig(hidden_size=4, intermediate_size=6, num_heads=heads, num_layers=layers)
    model = student.BertImageClassifier(config, 5, 3, channels=2)
    if centers is not None:
        student.plant(HELPERS, "place_heads")(model, centers)
    return model


def random_centers(*shape):
    """Centres in the float32 of the model."""
    return 3 * randn(*shape, 2, dtype=torch.float32)


@points(1.5)
def test_positions(student):
    """The positions are the centres of all heads of all layers, in order, as they are."""
    for layers, heads in ((3, 5), (1, 4), (12, 2)):
        centers = random_centers(layers, heads)
        answer = student.head_positions(make(student, layers, heads, centers))
        hint = "Layer l comes l-th, its heads in their own order, each with both coordinates."
        # the same tolerance for an answer in half precision
        assert_close(answer, centers, atol=1e-5, rtol=1e-5, what="The tensor of positions", hint=hint)


@points(0.5)
def test_detached(student):
    """The positions carry no gradients."""
    model = make(student, 3, 5)
    needs = student.plant(HELPERS, "read_positions")(student.head_positions, model)
    require(needs is False, "The positions still ask for gradients, so a history of them keeps whole graphs alive.")


@points(0.5)
def test_copy(student):
    """The positions stay what they were when the model moves on, and a later call sees where it moved to."""
    read_and_move = student.plant(HELPERS, "read_and_move_heads")
    for layers in (3, 1):
        model = make(student, layers, 5, random_centers(layers, 5))
        first, kept, second = read_and_move(student.head_positions, model, random_centers(layers, 5))
        hint = "Return a copy: your answer is tied to the model or to an earlier answer."
        assert_close(kept, assert_tensor(first), what="The first answer, after the heads have moved", hint=hint)
        moved = (assert_tensor(second) - assert_tensor(first)).abs().max() > 0.1
        require(moved, "The heads have moved, but a second call gives the same positions as the first.")


@points(0.5)
def test_model_is_left_alone(student):
    """Looking at the model does not change it: it can go on learning."""
    centers = random_centers(3, 5)
    model = make(student, 3, 5, centers)
    student.plant(HELPERS, "read_and_overwrite_positions")(student.head_positions, model)
    training, frozen, found = student.plant(HELPERS, "state")(model)
    assert_close(found, centers, what="The centres of the model after the positions were written over")
    require(training is True, "After the call the model is in evaluation mode.")
    require(frozen == [], "After the call some parameters of the model need no gradients any more: they are frozen.")


@points(1)
def test_training(student):
    """A few steps of training lower the loss, and the recorded positions move."""
    model = make(student, 2, 5)
    images, labels = rand(12, 5, 3, 2, low=-2, high=2, dtype=torch.float32), torch.arange(12) % 4
    data = student.ImageData("noise", images, labels, images[:2], labels[:2])
    history = student.train_classifier(model, data, epochs=5, batch_size=12)
    losses = history.losses
    require(losses[-1] < losses[0], "Training does not lower the loss.")
    first, *_, last = (assert_tensor(positions, what="A recorded answer") for positions in history.centers)
    # a coordinate may come back to where it was, most do not
    moved = ((last - first).abs() > 1e-6).double().mean() > 0.5
    require(moved, "The recorded positions did not move in training. Are they exact, and copies of their moment?")
