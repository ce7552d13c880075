"""A wrong earlier part costs nothing in a later question, whatever is wrong with it, and nobody can guess twice."""

from dataclasses import replace

import pytest

from autograder.jail.outside.notebook import CellSource, NotebookRun
from autograder.judge import Judge
from autograder.judge.bundle import CheckBundle
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


def judged(zygote, cell):
    limits = replace(LIMITS, check_seconds=1, late_parts=1)
    with zygote.run_notebook([CellSource("a", cell + OWN)], limits) as run, Judge(BUNDLE) as judge:
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
