"""Why an exception was raised, said so that a student understands it: in the notebook, with nothing but the notebook."""

import ast
import inspect
import itertools
import linecache
import sys
from pathlib import Path

import pytest

from autograder.course.in_notebook import causes, meanings
from autograder.course.in_notebook.causes import (
    cause_from_words,
    cause_of_error,
    cause_of_missing_name,
    cause_of_syntax_error,
    is_not_filled_in,
)

TORCH = "import numpy as np\nimport torch\nfrom torch import nn"
LAYER = (
    "class Layer(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.gamma = nn.Linear(3, 4)\n\n"
    "    def forward(self, x):\n        return self.gamma(x)"
)
JARGON = ("NoneType", "non-singleton", "mat1", "dtype mismatch", "Traceback", "leaf Variable", "positional argument")
_numbers = itertools.count()


def run(*cells: str) -> BaseException:
    """The exception that the last of some cells ends with, as a notebook runs them."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        name = f"<cell {next(_numbers)}>"
        linecache.cache[name] = (len(cell), None, cell.splitlines(keepends=True), name)
        code = compile(cell, name, "exec")
        if number == len(cells):
            with pytest.raises(BaseException) as raised:  # noqa: PT011
                exec(code, namespace)
        else:
            exec(code, namespace)
    return raised.value


def cause(*cells: str) -> str:
    said = cause_of_error(run(*cells), cells[:-1])
    assert not any(word in said for word in JARGON), said
    return said


def test_another_spelling_and_another_order_of_words_are_asked_about() -> None:
    said = "`gelu_exact` is not defined; you have `exact_gelu`: did you mean that?"
    assert cause("def exact_gelu(x):\n    return x", "gelu_exact(1)") == said
    assert "you have `layer_norm`" in cause("def layer_norm(x):\n    return x", "layernorm(1)")


def test_what_the_checks_ask_for_besides_is_not_taken_for_the_same() -> None:
    said = cause("def draw_relative(x):\n    return x", "draw_relative(1)\ndraw_relativ(1)")
    assert said == (
        "`draw_relativ` is not defined: was its cell run without an error, and is the name spelled as in the assignment?"
    )


def test_a_name_whose_cell_has_a_syntax_error_says_so() -> None:
    said = cause_of_missing_name("f", ["g"], ["x = 1", "def f(x)\n    return x"])
    assert said == (
        "`f` is not defined, because its cell did not run. The cell has a syntax error in line 1: expected ':'.\n"
        "    def f(x)\n            ^"
    )


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = (1,\n", "line 1: '(' was never closed.\n    x = (1,\n        ^"),
        ("if True:\n        x = = 1", "line 2: invalid syntax.\n    x = = 1\n        ^"),
        ("x = 'abc", "line 1: unterminated string literal (detected at line 1).\n    x = 'abc\n        ^"),
        ("def f():\nreturn 1", "line 2: expected an indented block after function definition on line 1"),
        ("return 1", "line 1: 'return' outside function"),
    ],
)
def test_a_syntax_error_is_told_with_line_and_caret(source: str, said: str) -> None:
    assert f"The cell has a syntax error in {said}" in cause_of_syntax_error(source)


@pytest.mark.parametrize(
    "source",
    ["%matplotlib inline\nx = 1", "!pip install torch", "x = await f()", "'\\d'", "?print", "if 1:\n    %time x"],
)
def test_what_a_notebook_can_run_has_no_syntax_error(source: str) -> None:
    assert cause_of_syntax_error(source) == ""


@pytest.mark.parametrize(
    ("function", "used"),
    [
        ("f", "f(1).shape"),
        ("f", "torch.as_tensor(f(1))"),
        ("f", "a, b = f(1)"),
        ("f", "assert f(1) == 3, 'multiply by three'"),
        ("f", "y = f(1)\nfloat(y)"),
        ("Silent.forward", "Silent()(1).shape"),
        ("Silent.score", "layer = Silent()\nlayer.score() + 1"),
    ],
)
def test_a_function_that_returns_nothing_is_named(function: str, used: str) -> None:
    silent = (
        "def f(x):\n    print(x * 3)\n\ndef g(x):\n    return x\n\nclass Silent(nn.Module):\n"
        "    def forward(self, x):\n        y = x\n\n    def score(self):\n        return None"
    )
    said = f"Your function `{function}` returned nothing: is `return` missing, or `print` used instead?"
    assert cause(TORCH, silent, used) == said


def test_a_check_whose_functions_return_something_keeps_its_sentence() -> None:
    functions = (
        "def f(x):\n    if x:\n        return 1\n\ndef g(x):\n    yield x\n\ndef h():\n    raise NotImplementedError"
    )
    assert cause(functions, "h, list(g(1)), f(1)\nassert f(1) == 2, 'multiply by two'") == "multiply by two"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("return torch.ones(3, 4) @ torch.ones(5, 6)", "3 x 4 times 5 x 6. The inner sizes, 4 and 5, must be equal"),
        ("return torch.ones(2, 3, 4) @ torch.ones(2, 3, 4)", "A matrix product does not fit"),
        ("return torch.ones(3) + torch.ones(4)", "along axis 0 one has 3 entries and the other 4"),
        ("return np.ones(3) + np.ones(4)", "The shapes of two arrays or tensors do not fit"),
        ("return torch.ones(3, 3).view(2, 4)", "with 9 values cannot take the shape [2, 4]"),
        ("return torch.ones(3, 4).T.view(12)", "use `reshape`"),
        ("return torch.ones(3).sum(2)", "has no axis 2"),
        ("return torch.ones(3)[4]", "Index 4 does not exist along axis 0, which has 3 entries"),
        ("return [1][3]", "An index does not exist in a list"),
        ("return {}['a']", "The key 'a' is not in the dictionary"),
        ("return torch.ones(3, 3) @ torch.ones(3, 3).double()", "different types of numbers meet"),
        ("return torch.ones(3).long().mean()", "use `.float()`"),
        ("return torch.ones(3).long().softmax(0)", "use `.float()`"),
        ("return torch.ones(3)[3 / 2]", "use `//` instead of `/`"),
        ("return float(torch.ones(3))", "several values is used as one number"),
        ("return 1 if torch.ones(3) > 0 else 2", "`if` needs one"),
        ("return nn.Parameter(torch.ones(3)).add_(1)", "changed in place"),
        ("torch.ones(3).sum().backward()", "No gradient flows to here"),
        ("return 1 / 0", "Something is divided by zero"),
        ("return f()", "A function calls itself without end"),
        ("return 3(4)", "Something of type `int` is called like a function"),
        ("x, y = torch.ones(3, 4, 5).shape", "2 values were to be taken apart, but there are more"),
        ("return torch.ones(3).sofmax(0)", "A tensor has no `.sofmax`: did you mean `.softmax`?"),
        ("return torch.sofmax(3)", "`torch` has no `.sofmax`: did you mean `.softmax`?"),
        ("x += 1", "`x` is used before it has a value"),
        ("raise ValueError('so it is')", "Python says: so it is (ValueError)"),
    ],
)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_common_exception_is_told_in_plain_words_with_its_line(code: str, said: str) -> None:
    found = cause(TORCH, f"def f():\n    {code}", "f()")
    assert said in found
    assert found.endswith(f"This is in `f`, line 2 of its cell:\n    {code}")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("super().__init__()", "pass", "`super().__init__()` is missing"),
        ("self.gamma =", "self.gama =", "`Layer` has no `gamma`; it has `gama`: did you mean that?"),
        ("self.gamma =", "other =", "is `self.gamma` set in `__init__`, and spelled the same there?"),
        ("def forward", "def foward", "`Layer` has no `forward`"),
        ("self, x", "x", "`Layer.forward` was called with 2 arguments and takes 1"),
        ("self, x", "self, x, mask", "`Layer.forward` was called without 'mask'"),
    ],
)
def test_a_slip_in_a_class_is_told_in_plain_words(before: str, after: str, said: str) -> None:
    assert said in cause(TORCH, LAYER.replace(before, after), "Layer()(torch.ones(3))")


def test_a_cell_that_is_not_filled_in_is_told_from_what_torch_has_not_implemented() -> None:
    assert is_not_filled_in(run("def f():\n    raise NotImplementedError('f: not filled in yet')", "f()"))
    assert not is_not_filled_in(run(TORCH, "torch.ones(3).long().mean()"))
    assert not is_not_filled_in(run("1 / 0"))
    assert cause_from_words("NotImplementedError", "f: not filled in yet") == "f: not filled in yet"


def test_only_the_text_of_an_exception_is_enough() -> None:
    assert cause_from_words("NameError", "name 'gelu_exact' is not defined", ["exact_gelu"]) == (
        "`gelu_exact` is not defined; you have `exact_gelu`: did you mean that?"
    )
    assert "is None here, which is nothing" in cause_from_words("TypeError", "'NoneType' object is not iterable")


def test_nothing_but_the_standard_library_is_needed() -> None:
    texts = [Path(inspect.getfile(part)).read_text() for part in (causes, meanings)]
    tree = ast.parse("\n".join(texts).replace("from __future__ import annotations", ""))
    used = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    used |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    others = {name for name in used if str(name).partition(".")[0] not in sys.stdlib_module_names}
    assert others == {meanings.__name__}
