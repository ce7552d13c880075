"""Forbidden names are found in code however they are imported, and nowhere else."""

import pytest

from autograder.judge import Forbidden

RULE = Forbidden(
    names=("torch.nn.LayerNorm", "torch.nn.functional.layer_norm"),
    why="Write it yourself.",
    things=("layer_norm",),
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


TRICKS = {
    "put together": "def mish(x):\n    return getattr(F, 'mi' + 'sh')(x)",
    "operator": "def mish(x):\n    return getattr(torch.ops.aten, 'mi' + 'sh')(x)",
    "below Python": "def mish(x):\n    return getattr(torch._C._nn, 'mi' + 'sh')(x)",
    "saved before": "def mish(x, kept=getattr(F, 'mi' + 'sh')):\n    return kept(x)",
    "traced": "kept = torch.jit.trace(getattr(F, 'mi' + 'sh'), torch.zeros(3))\ndef mish(x):\n    return kept(x)",
    "mapped": "def mish(x):\n    return torch.func.vmap(getattr(F, 'mi' + 'sh'))(x)",
    "a layer's": "kept = nn.TransformerEncoderLayer(8, 1, activation=getattr(F, 'mi' + 'sh'))\ndef mish(x):\n    return kept.activation(x)",
    "another program's": "import subprocess, sys\ndef mish(x):\n    subprocess.run([sys.executable, '-c', 'pass'], check=True)\n    return x * torch.tanh(torch.log1p(torch.exp(x)))",
    "the guard sent away": "import sys\nsys.modules['autograder.jail.inside.guard']._patch = sys.modules['autograder.jail.inside.guard'].forbid_operators = lambda *args: None\ndef mish(x):\n    return getattr(F, 'mi' + 'sh')(x)",
    "the guard not called": "import sys\nsys.modules['autograder.jail.inside.answers'].Answers._REQUESTS['forbid'] = lambda *args: None\ndef mish(x):\n    return getattr(F, 'mi' + 'sh')(x)",
}


@pytest.mark.parametrize("source", TRICKS.values(), ids=TRICKS)
def test_no_trick_wins_with_torchs_own(grade, source):
    verdicts = grade(mish=source)
    assert verdicts["mish"].earned == 0
    assert verdicts["slow"].earned == verdicts["slow"].points
