"""Forbidden names are found in code however they are imported, and nowhere else."""

import pytest

from autograder.judge import Forbidden

RULE = Forbidden(
    names=("torch.nn.LayerNorm", "torch.nn.functional.layer_norm"),
    why="Write it yourself.",
    ops=("aten::native_layer_norm",),
)


@pytest.mark.parametrize(
    "source",
    [
        "nn.LayerNorm(3)",
        "torch.nn.functional.layer_norm(x, (3,))",
        "import torch.nn.functional as G\nG.layer_norm(x, (3,))",
        "from torch.nn import LayerNorm",
        "from torch.nn import LayerNorm as L\nL(3)",
        "from torch.nn import functional\nfunctional.layer_norm(x, (3,))",
        "from torch import nn as n\nclass A(n.LayerNorm): pass",
        "getattr(nn, 'LayerNorm')(3)",
        "%matplotlib inline\nf = F.layer_norm",
        "norm = F\nnorm.layer_norm(x)",
        "eval('torch.nn.LayerNorm')",
    ],
)
def test_uses_are_found(source):
    assert RULE.found_in(source)


@pytest.mark.parametrize(
    "source",
    [
        "# torch.nn.LayerNorm is not allowed\nx = 1",
        '"""Like torch.nn.LayerNorm, but ours."""',
        "class BertLayerNorm(nn.Module): pass",
        "self.LayerNorm = BertLayerNorm(3)",
        "def layer_norm(x): return x\nlayer_norm(3)",
        "this is not python",
        "nn.Linear(3, 3)",
    ],
)
def test_nothing_else_is(source):
    assert not RULE.found_in(source)
