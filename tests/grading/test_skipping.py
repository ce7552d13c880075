"""What of a submission is not run, and what is run all the same."""

import pytest
from nbformat import NotebookNode

from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.grading.skipping import binds, reads, skipped_cells, unfilled_questions


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1\ny, (z, *w) = f()", {"x", "y", "z", "w"}),
        ("def f(a):\n    b = a\nclass C:\n    d = 1", {"f", "C"}),
        ("import os.path as p, sys\nfrom math import pi", {"p", "sys", "pi"}),
        ("for i in range(3):\n    j = i", {"i", "j"}),
        ("def f():\n    global hidden\n    hidden = 1", {"f", "hidden"}),
        ("model.weight = 0\ntable['k'] = 1", {"model", "table"}),
        ("if (n := 3) > 2:\n    pass", {"n"}),
    ],
)
def test_what_a_cell_may_define_or_change(source: str, expected: set[str]) -> None:
    assert binds(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("y = x + 1\nprint(y)", {"x", "print"}),
        ("x = x + 1", {"x"}),
        ("x += 1", {"x"}),
        ("del x", {"x"}),
        ("def f(x):\n    return x + offset", {"offset"}),
        ("x = 1\nf = lambda: x", set()),
        ("g = [a for a in things if a > low]", {"things", "low"}),
        ("%timeit slow(x)\ny = 1", {"timeit", "slow", "x"}),
    ],
)
def test_what_a_cell_may_take_from_an_earlier_one(source: str, expected: set[str]) -> None:
    assert reads(source) == expected


def test_a_public_check_runs_only_if_a_later_cell_reads_what_it_defines() -> None:
    cells = ["def f(x): return x", "x = 1\nassert f(x) == 1", "y = 2\nassert f(y) == 2", "print(x)"]
    assert skipped_cells(cells, unseen=[1, 2]) == {2}


def test_a_cell_that_is_no_python_keeps_everything_it_names_running() -> None:
    assert skipped_cells(["x = 1", "this is ( x"], unseen=[0]) == frozenset()
    assert skipped_cells(["x = 1", "this is ( y"], unseen=[0]) == {0}


def unfilled(*own: str) -> frozenset[str]:
    stub = "def area(radius):\n    raise NotImplementedError('area')"
    cells = [stub, *own]
    return unfilled_questions(cells, {"area": 0}, {"area": stub}, range(len(cells)))


def test_a_stub_is_unfilled_unless_the_answer_may_stand_elsewhere() -> None:
    assert unfilled() == {"area"}
    assert unfilled("print(1)", "other = 2") == {"area"}
    for elsewhere in (
        "def area(radius):\n    return 3",
        "area = lambda radius: 3",
        "globals()['ar' + 'ea'] = max",
        "from answers import *",
        "area.__code__ = other.__code__",
        "exec(open('answers.py').read())",
        "%run answers.py",
        "not python (",
    ):
        assert unfilled(elsewhere) == frozenset(), elsewhere


def test_in_the_real_assignment_nearly_all_public_checks_are_idle(master: NotebookNode, release: NotebookNode) -> None:
    filled = [cell for cell in with_answers(release, answers_of(master)).cells if cell.cell_type == "code"]
    unseen = [place for place, cell in enumerate(filled) if grade_id(cell).startswith("test_")]
    idle = skipped_cells([cell.source for cell in filled], unseen)
    assert idle <= set(unseen)
    assert len(idle) >= len(unseen) - 3


def test_statements_below_a_with_are_read_one_by_one() -> None:
    source = "with check(name):\n    x = 1\n    y = x + z\nw = y"
    assert reads(source) == {"check", "name", "z"}
    assert reads("with opened() as file:\n    x = file\n    x += 1") == {"opened", "file", "x"}


def test_what_only_the_parser_takes_is_read_word_by_word() -> None:
    source = "def area(radius):\n    global radius"
    assert binds(source) == reads(source) == {"def", "area", "radius", "global"}


def test_statements_that_share_lines_are_read_together() -> None:
    assert reads("x = 1; y = x + z\nw = x") == {"x", "z"}
    assert reads("x = 1\ny = '''a\n'''; v = u\nw = x + y") == {"u"}
    assert reads("x = 1; " * 20_000) == frozenset()
