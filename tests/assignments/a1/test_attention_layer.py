"""The locked attention layer of assignment 1 equals the full-matrix form, in value and in gradient."""

from typing import Any

import matplotlib
import pytest
import torch

from autograder.course import Course
from autograder.course.master import run_master_cells
from benchmarks.attention import VARIANTS
from tests.conftest import A1


@pytest.fixture(scope="module")
def notebook(course: Course) -> dict[str, Any]:
    with matplotlib.rc_context():
        return run_master_cells(course.master(A1), ["imports", "conv_to_attention", "config", "attention"])


def layer_and_images(notebook: dict[str, Any]) -> tuple[Any, torch.Tensor]:
    torch.manual_seed(0)
    layer = notebook["GaussianSelfAttention"](notebook["BertConfig"](hidden_size=6, num_heads=4), 5, 7).double()
    with torch.no_grad():
        layer.centers.normal_()
        layer.alphas.uniform_(0.1, 3)
        layer.b_out.normal_()
    return layer, torch.randn(3, 5, 7, 6, dtype=torch.double, requires_grad=True)


@pytest.mark.parametrize("name", ["shared matrix", "per image"])
def test_all_forms_agree_in_values_and_gradients(notebook: dict[str, Any], name: str) -> None:
    layer, z = layer_and_images(notebook)
    inputs = [z, *layer.parameters()]
    probe = torch.randn(3, 5, 7, 6, dtype=torch.double)
    ours, other = layer(z), VARIANTS[name](layer, z)
    torch.testing.assert_close(ours, other, atol=1e-10, rtol=0)
    own, others = (torch.autograd.grad((output * probe).sum(), inputs) for output in (ours, other))
    for a, b in zip(own, others, strict=True):
        torch.testing.assert_close(a, b, atol=1e-10, rtol=0)


def test_a_convolution_is_reproduced_at_large_alpha(notebook: dict[str, Any]) -> None:
    torch.manual_seed(0)
    conv = torch.nn.Conv2d(6, 6, 3, padding=1, padding_mode="replicate").double()
    layer = notebook["GaussianSelfAttention"](notebook["BertConfig"](hidden_size=6), 5, 7).double()
    values = notebook["conv_to_attention"](conv.weight, conv.bias)
    with torch.no_grad():
        for parameter, value in zip((layer.centers, layer.W_heads, layer.b_out), values, strict=True):
            parameter.copy_(value)
        layer.alphas.fill_(200)
    z = torch.randn(2, 5, 7, 6, dtype=torch.double)
    torch.testing.assert_close(layer(z), conv(z.permute(0, 3, 1, 2)).permute(0, 2, 3, 1), atol=1e-10, rtol=0)


def test_large_alphas_stay_finite_in_float32(notebook: dict[str, Any]) -> None:
    layer, z = layer_and_images(notebook)
    layer = layer.float()
    with torch.no_grad():
        layer.alphas.fill_(200)
    assert torch.isfinite(layer(z.float())).all()
