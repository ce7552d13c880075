"""What a student reads when a name, a value or a whole cell is missing: the cause, said where it belongs."""

import pytest

from autograder.jail.outside.notebook import CellSource
from autograder.judge import Judge
from autograder.judge.bundle import CheckBundle
from tests.judge.conftest import LIMITS

HEAD = "import torch\nfrom autograder.judge import assert_close, points\n\n"
CHECKS = {
    "area": "def test_area(student):\n    '''The area.'''\n    assert_close(student.circle_area(2.0), 12.566370614)\n",
    "volume": "def test_volume(student):\n    '''The volume.'''\n    assert_close(student.volume(2.0, 3.0), 37.699111843)\n",
    "layer": (
        "def test_layer(student):\n    '''The layer.'''\n"
        "    layer = student.Layer(3).double()\n    assert_close(layer(torch.ones(3).double()), torch.ones(3).double())\n"
    ),
    "slope": (
        "def test_slope(student):\n    '''The slope.'''\n"
        "    x = torch.ones(3, requires_grad=True)\n    assert student.gradients(student.curve, x).args[0] is not None\n"
    ),
}
BUNDLE = CheckBundle(
    "a", {f"checks/{name}/test_{name}.py": f"{HEAD}@points(1)\n{text}" for name, text in CHECKS.items()}
)
RIGHT = {
    "setup": "import math, torch\nfrom torch import nn",
    "area": "def circle_area(r):\n    return math.pi * r**2",
    "volume": "def volume(r, h):\n    return circle_area(r) * h",
    "layer": (
        "class Layer(nn.Module):\n    def __init__(self, size):\n        super().__init__()\n"
        "        self.weight = nn.Parameter(torch.ones(size))\n\n    def forward(self, x):\n        return self.weight * x"
    ),
    "slope": "def curve(x):\n    return x**2",
}
LABELS = {"area": "1a · Area", "volume": "1b · Volume", "layer": "2 · Layer", "slope": "3 · Slope"}


@pytest.fixture(scope="module")
def found(zygote):
    """The one check of each question, judged with some cells changed."""
    with Judge(BUNDLE) as judge:

        def start(**changed):
            cells = {**RIGHT, **changed}
            with zygote.run_notebook([CellSource(*cell) for cell in cells.items()], LIMITS) as run:
                sources = {name: cells[name] for name in CHECKS}
                verdicts = judge.judge(run, sources=sources, labels=LABELS)
            return {verdict.question: verdict.checks[0] for verdict in verdicts if not verdict.checks[0].passed}

        yield start


def test_right_cells_have_nothing_to_be_said(found):
    assert found() == {}


def test_another_spelling_is_asked_about(found):
    failed = found(area="def area_circle(r):\n    return math.pi * r**2")
    assert failed["area"].message == "`circle_area` is not defined; you have `area_circle`: did you mean that?"
    # the answer to another question is not another spelling
    failed = found(area="", volume="def volume(r, h):\n    return 1", slope="def circle_areas(x):\n    return x")
    assert "you have `circle_areas`" in failed["area"].message
    assert "you have" not in found(volume="")["volume"].message


def test_a_syntax_error_is_told_in_its_own_question_and_named_in_later_ones(found):
    failed = found(area="def circle_area(r)\n    return math.pi * r**2")
    assert failed["area"].message == (
        "`circle_area` is not defined, because its cell did not run. The cell has a syntax error in line 1: expected ':'."
    )
    assert failed["area"].lines == ("def circle_area(r)\n                  ^",)
    later = failed["volume"].message
    assert later.endswith("This waits for 1a · Area, whose cell did not run without an error.")
    assert "syntax" not in later


def test_an_error_in_a_cell_is_told_with_its_line(found):
    failed = found(area="radius = torch.ones(2) @ torch.ones(3)\ndef circle_area(r):\n    return math.pi * r**2")
    assert "its cell stopped with an error. A matrix product does not fit" in failed["area"].message
    assert failed["area"].lines == ("Cell In[2], line 1: radius = torch.ones(2) @ torch.ones(3)",)
    assert "waits for 1a · Area" in failed["volume"].message


def test_a_cell_that_failed_for_want_of_another_names_the_first(found):
    failed = found(
        area="def circle_area(r)\n    return 1", volume="unit = circle_area(1)\ndef volume(r, h):\n    return unit"
    )
    assert "`volume` is not defined, because its cell stopped with an error." in failed["volume"].message
    assert failed["volume"].cause == "This waits for 1a · Area, whose cell did not run without an error."


def test_an_answer_that_is_not_filled_in_is_named_by_those_that_need_it(found):
    failed = found(area="def circle_area(r):\n    raise NotImplementedError('area: not filled in yet')")
    assert failed["volume"].message == "`volume` waits for 1a · Area, which is not filled in yet."
    assert failed["area"].message == "`circle_area(...)` is not filled in yet."


@pytest.mark.parametrize("body", ["print(math.pi * r**2)", "area = math.pi * r**2", "return None", "return"])
def test_nothing_returned_is_told_with_the_name_of_the_function(found, body):
    failed = found(area=f"def circle_area(r):\n    {body}")
    said = "Your function `circle_area` returned nothing: is `return` missing, or `print` used instead?"
    assert failed["area"].message == failed["area"].cause == said
    # also where another function uses the value that is not there
    assert failed["volume"].message == f"Calling `volume` failed. {said}"


def test_nothing_returned_by_a_layer_or_on_one_way_or_to_be_differentiated(found):
    failed = found(
        layer=RIGHT["layer"].replace("return ", "y = "),
        area="def circle_area(r):\n    if r < 1:\n        return math.pi * r**2",
        slope="def curve(x):\n    print(x**2)",
    )
    assert failed["layer"].message.startswith("Your function `Layer.forward` returned nothing: is `return` missing")
    assert failed["area"].message == (
        "Your function `circle_area` returned nothing here: does every way through it end with `return` and a value?"
    )
    assert failed["slope"].message.startswith("Your function `curve` returned nothing: is `return` missing")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("super().__init__()", "pass", "`super().__init__()` is missing"),
        ("self.weight = ", "self.wieght = ", "`Layer` has no `weight`; it has `wieght`: did you mean that?"),
        ("self, size", "self, size, eps", "called without 'eps'"),
        ("* x", "@ torch.ones(4, 4).double()", "A matrix product does not fit"),
        ("* x", "* x.int().log_softmax(0)", "holds whole numbers"),
        ("* x", "* (1 / 0)", "Something is divided by zero"),
        ("* x", "* self.forward(x)", "A function calls itself without end"),
        ("def forward", "def foward", "`Layer` has no `forward`: is it spelled so"),
    ],
)
def test_common_exceptions_are_told_in_plain_words(found, before, after, said):
    check = found(layer=RIGHT["layer"].replace(before, after))["layer"]
    assert said in check.message
    assert check.cause
    assert "NoneType" not in check.message
    assert "(...)" not in check.message
