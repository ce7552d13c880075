"""A notebook that keeps the guard from its work wins nothing by it, in no check of the question."""

import pytest

from autograder.jail.outside.notebook import CellSource
from autograder.judge import Judge
from autograder.judge.bundle import CheckBundle
from tests.judge.conftest import LIMITS

CHECK = """
import torch.nn.functional as F
from autograder.judge import Forbidden, assert_close, points, rand
FORBIDDEN = Forbidden(things=("mish",), why="Write it.")
"""
CHECKS = CHECK + "".join(
    f"@points(1)\ndef test_{name}(student):\n    x = rand(9)\n    assert_close(student.mish(x), F.mish(x))\n"
    for name in ("first", "second", "third")
)
BUNDLE = CheckBundle("a", {"checks/mish/test_mish.py": CHECKS})
TORCHS_OWN = "import torch, torch.nn.functional as F\ndef mish(x):\n    return getattr(F, 'mi' + 'sh')(x)\n"
HINDERED = {
    "a module's content raises": """
import numpy.polynomial
class Raises:
    @property
    def __class__(self):
        raise ValueError
    def __call__(self):
        pass
numpy.polynomial.mish_too = Raises()
""",
    "a generator has begun": """
import types, torch._refs.nn.functional as R
function = R.mish
while hasattr(function, "__wrapped__"):
    function = function.__wrapped__
def outer():
    yield
    def place(): pass
    yield place
code = outer.__code__
code = code.replace(co_consts=tuple(function.__code__ if isinstance(one, types.CodeType) else one for one in code.co_consts))
begun = types.FunctionType(code, vars(R))()
next(begun)
def mish(x):
    return next(begun)(x)
""",
}
OWN = "import torch\ndef mish(x):\n    return x * torch.tanh(torch.log1p(torch.exp(x)))\n"
HONEST = {
    "a stand-in for what is not installed": f"""{OWN}
import numpy.polynomial
class Missing:
    def __getattr__(self, name):
        raise ImportError(name)
    def __call__(self):
        pass
numpy.polynomial.mish_too = Missing()
""",
    "a generator of one's own": f"{OWN}\ndef numbers():\n    for one in range(9):\n        yield lambda: one\nbegun = numbers()\nnext(begun)",
}


def checks_passed(zygote, cell):
    with zygote.run_notebook([CellSource("a", cell)], LIMITS) as run, Judge(BUNDLE) as judge:
        (verdict,) = judge.judge(run)
    return [check.passed for check in verdict.checks]


@pytest.mark.parametrize("cell", HINDERED.values(), ids=HINDERED)
def test_no_check_believes_a_notebook_that_hinders_the_guard(zygote, cell):
    assert checks_passed(zygote, TORCHS_OWN + cell) == [False, False, False]


@pytest.mark.parametrize("cell", HONEST.values(), ids=HONEST)
def test_an_honest_notebook_hinders_nothing(zygote, cell):
    assert checks_passed(zygote, cell) == [True, True, True]
