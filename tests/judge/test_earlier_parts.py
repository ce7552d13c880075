"""A wrong earlier part costs nothing in a later question, whatever is wrong with it, and nobody can guess twice."""

from dataclasses import replace

import pytest

from autograder.jail.outside.notebook import CellSource, NotebookRun
from autograder.judge import Judge
from autograder.judge.bundle import CheckBundle, CheckError
from autograder.judge.check_session import CheckSession
from tests.judge.conftest import LIMITS

REFERENCE = "def first(x):\n    return x * x\n"
CHECKS = """
from hypothesis import given, settings, strategies as st
from autograder.judge import assert_equal, points, with_earlier_parts
from reference import first

@points(1)
@with_earlier_parts(first)
def test_one(student):
    '''One.'''
    assert_equal(student.second(3), 10)

@points(1)
@settings(max_examples=5)
@given(x=st.integers(0, 100))
@with_earlier_parts(first)
def test_many(student, x):
    '''Many.'''
    assert_equal(student.second(x), x * x + 1)

@points(1)
def test_own(student):
    '''The student's own.'''
    assert_equal(student.own(), True)
"""
BUNDLE = CheckBundle("a", {"checks/second/test_second.py": CHECKS, "reference.py": REFERENCE})
SECOND = "\ndef second(x):\n    return first(x) + 1\n"
OWN = "\nmine = first\ndef own():\n    return first is mine\n"
FIRSTS = {
    "right": "def first(x):\n    return x * x",
    "wrong": "def first(x):\n    return x",
    "raises": "def first(x):\n    raise ValueError",
    "hangs": "def first(x):\n    while True: pass",
    "ends the program": "import os\ndef first(x):\n    os._exit(1)",
    "is no data": "def first(x):\n    return object()",
}


def judged(zygote, cell, bundle=BUNDLE):
    limits = replace(LIMITS, check_seconds=1, late_parts=1)
    with zygote.run_notebook([CellSource("a", cell + OWN)], limits) as run, Judge(bundle) as judge:
        (verdict,) = judge.judge(run)
        return verdict, run.given_up


@pytest.mark.parametrize("first", FIRSTS.values(), ids=FIRSTS)
def test_a_right_answer_keeps_its_points_whatever_the_earlier_part_does(zygote, first):
    verdict, given_up = judged(zygote, first + SECOND)
    assert [check.earned for check in verdict.checks] == [1, 1, 1]
    assert not given_up
    assert not verdict.faults


def test_an_answer_that_hangs_itself_is_out_of_time(zygote):
    verdict, given_up = judged(zygote, FIRSTS["right"] + "\ndef second(x):\n    while True: pass")
    assert [check.earned for check in verdict.checks] == [0, 0, 1]
    assert given_up


GUESSES = """
times = []
def second(x):
    times.append(x)
    return first(x) + (1 if times.count(x) > 1 else 2)
"""


def test_to_be_asked_again_tells_nothing_about_the_first_answer(zygote):
    verdict, _ = judged(zygote, FIRSTS["right"] + GUESSES)
    assert [check.earned for check in verdict.checks] == [0, 0, 1]


def test_a_question_takes_two_snapshots_at_most(zygote, monkeypatch):
    taken = []
    take = NotebookRun.snapshot
    monkeypatch.setattr(NotebookRun, "snapshot", lambda run, memory=None: taken.append(run) or take(run, memory))
    verdict, _ = judged(zygote, FIRSTS["right"] + "\ndef second(x):\n    return first(x)")
    assert [check.earned for check in verdict.checks] == [0, 0, 1]
    assert len(taken) == 2


def bundle_of(reference, *checks):
    """A question whose checks are written one after the other."""
    head = (
        "import torch\nfrom autograder.judge import assert_equal, points, with_earlier_parts\nfrom reference import *\n"
    )
    return CheckBundle("a", {"checks/q/test_q.py": "\n".join([head, *checks]), "reference.py": reference})


def test_a_part_that_another_check_builds_on_is_not_lent_to_a_check_that_asks_for_it(zygote):
    bundle = bundle_of(
        "def zero(x):\n    return x * x\n\n\ndef first(x):\n    return x * x + 1\n",
        "@points(1)\n@with_earlier_parts(zero, first)\ndef test_second(student):\n    assert_equal(student.second(3), 20)\n",
        "@points(1)\n@with_earlier_parts(zero)\ndef test_first(student):\n    assert_equal(student.first(5), 26)\n",
    )
    cell = "def zero(x):\n    return x * x\ndef first(x):\n    return 0\ndef second(x):\n    return 2 * first(x)"
    verdict, _ = judged(zygote, cell, bundle)
    assert [check.earned for check in verdict.checks] == [1, 0]


def test_what_an_earlier_part_leaves_behind_costs_no_check_that_does_not_build_on_it(zygote):
    bundle = bundle_of(
        "def first(x):\n    return x * x\n",
        "@points(1)\n@with_earlier_parts(first)\ndef test_values(student):\n    assert_equal(student.second(3), 10)\n",
        "@points(1)\ndef test_own(student):\n    assert_equal(student.own_dtype(), 'torch.float32')\n",
    )
    cell = (
        "import torch\ndef first(x):\n    torch.set_default_dtype(torch.float64)\n    return x\n"
        "def second(x):\n    return first(x) + 1\ndef own_dtype():\n    return str(torch.ones(2).dtype)"
    )
    verdict, _ = judged(zygote, cell, bundle)
    assert [check.earned for check in verdict.checks] == [1, 1]
    assert [check.name for check in verdict.checks] == ["test_values", "test_own"]


def test_a_check_that_replaces_a_part_itself_changes_nothing_for_the_next(zygote):
    bundle = bundle_of(
        "def first(x):\n    return x * x\n\n\ndef half(x):\n    return x / 2\n\n\ndef one(x):\n    return 1\n",
        "LENDS = (first,)\n",
        "@points(1)\n@with_earlier_parts(first, one)\ndef test_calls(student):\n"
        "    student.replace('first', half)\n    assert_equal(student.second(3), 2.5)\n",
        "@points(1)\n@with_earlier_parts(first, one)\ndef test_values(student):\n    assert_equal(student.second(3), 10)\n",
    )
    cell = "def first(x):\n    return x * x\ndef one(x):\n    return 0\ndef second(x):\n    return first(x) + one(x)"
    verdict, _ = judged(zygote, cell, bundle)
    assert [check.earned for check in verdict.checks] == [1, 1]


def test_checks_of_one_name_are_refused():
    check = "    @points(1)\n    def test_it(self, student):\n        pass\n"
    with pytest.raises(CheckError, match="more than one check is named test_it"):
        Judge(bundle_of("", f"class TestOne:\n{check}", f"class TestTwo:\n{check}"))


def errors_of(zygote, cell, check, monkeypatch):
    """What the checks of a question ended with, in the order in which they ran."""
    errors, run_check = [], CheckSession.run

    def run(*arguments):
        error = run_check(*arguments)
        errors.append(str(error))
        return error

    monkeypatch.setattr(CheckSession, "run", run)
    bundle = CheckBundle("a", BUNDLE.files | {"checks/second/test_second.py": check})
    with zygote.run_notebook([CellSource("a", cell)], LIMITS) as notebook, Judge(bundle) as judge:
        judge.judge(notebook)
    monkeypatch.undo()
    return errors


def test_what_was_asked_first_is_not_asked_again_with_right_parts(zygote, monkeypatch):
    """A notebook that carried it from one snapshot to the next could have worked out the answer meanwhile."""
    check = """
from autograder.judge import assert_equal, points, randint, with_earlier_parts
from reference import first

@points(1)
@with_earlier_parts(first)
def test_values(student):
    assert_equal(student.second(3), 0, hint=str(randint(0, 1000, 5).tolist()))
"""
    asked = errors_of(zygote, FIRSTS["right"] + SECOND, check, monkeypatch)
    assert len(asked) == len(set(asked)) == 2


def test_who_has_not_read_the_checks_cannot_tell_a_seed(zygote, monkeypatch):
    cell = "import torch\ndef seed():\n    return torch.initial_seed()"
    check = "from autograder.judge import points, require\n@points(1)\ndef test_it(student):\n    require(False, f'{student.seed()}')\n"
    seeds = [errors_of(zygote, cell, text, monkeypatch) for text in (check, f"{check}# another check\n")]
    assert seeds[0] != seeds[1]
