"""A question is judged before a right version of what it asks for enters the jail."""

import itertools
import types

from autograder.jail.outside.notebook import CellSource
from autograder.judge import Judge, PassOn
from autograder.judge.bundle import CheckBundle
from autograder.judge.order import how_much_is_told, in_order
from tests.judge.conftest import LIMITS


def order(questions, asks, lends):
    words = {name: frozenset((*asks.get(name, ()), *lends.get(name, ()))) for name in questions}
    return in_order(questions, words, {name: frozenset(lends.get(name, ())) for name in questions})


def test_whoever_asks_for_a_part_comes_before_whoever_lends_it():
    asks = {"gelu": ["gelu"], "norm": ["norm"], "ffn": ["ffn"], "training": ["loss"]}
    lends = {"ffn": ["gelu", "norm"], "training": ["gelu", "norm", "ffn"]}
    for questions in itertools.permutations(asks):
        found = order(questions, asks, lends)
        assert sorted(found) == sorted(questions)
        assert found.index("gelu") < found.index("ffn") < found.index("training")
        assert found.index("norm") < found.index("ffn")


def test_the_written_order_stays_where_nothing_is_lent_or_nothing_can_be_first():
    assert order(["b", "a", "c"], {}, {}) == ("b", "a", "c")
    each_other = {"a": ["x"], "b": ["y"]}, {"a": ["y"], "b": ["x"]}
    assert order(["b", "a"], *each_other) == ("b", "a")


HEAD = "from autograder.judge import assert_equal, points, with_earlier_parts\nfrom reference import first\n"
ASKS = f"{HEAD}\n@points(1)\ndef test_it(student):\n    '''It.'''\n    assert_equal(student.first(3), first(3))\n"
LISTED = (
    f"{HEAD}LENDS = (first,)\n\n@points(1)\ndef test_it(student):\n    '''It.'''\n    student.replace('first', first)\n"
    "    assert_equal(student.second(3), 10)\n"
)
DECORATED = (
    f"{HEAD}\n@points(1)\n@with_earlier_parts(first)\ndef test_it(student):\n    '''It.'''\n"
    "    assert_equal(student.second(3), 10)\n"
)
REFERENCE = "def first(x):\n    return x * x\n"
CELL = "def first(x):\n    raise ValueError\ndef second(x):\n    return first(x) + 1"


def test_the_judge_follows_the_order_and_answers_in_the_one_asked_for(zygote, monkeypatch):
    for lending in (LISTED, DECORATED):
        files = {"checks/a_second/test_a_second.py": lending, "checks/b_first/test_b_first.py": ASKS}
        checks = CheckBundle("a", {**files, "reference.py": REFERENCE})
        judged = []
        question = Judge._question

        def note(self, run, lender, name, *others, judged=judged, question=question):
            judged.append(name)
            return question(self, run, lender, name, *others)

        with monkeypatch.context() as patch:
            patch.setattr(Judge, "_question", note)
            with zygote.run_notebook([CellSource("a", CELL)], LIMITS) as run, Judge(checks) as judge:
                verdicts = judge.judge(run)
        assert judged == ["b_first", "a_second"]
        assert [(verdict.question, verdict.earned) for verdict in verdicts] == [("a_second", 1), ("b_first", 0)]
        assert not any(verdict.faults for verdict in verdicts)


def test_who_brings_nothing_into_the_jail_comes_first_and_who_tells_more_comes_later():
    public = types.SimpleNamespace(PassOn=PassOn)
    lists = types.SimpleNamespace(LENDS=("first",))
    decorated = types.SimpleNamespace(__lends__=frozenset({"first"}))
    planting = types.SimpleNamespace(SOURCE="def f(): pass")
    assert how_much_is_told(public, "student.plant(PassOn)()") == 0
    assert how_much_is_told(decorated, "") == 1
    assert how_much_is_told(planting, "student.plant(\n    SOURCE, 'f')") == 2
    assert how_much_is_told(planting, "student.plant(made_here(), 'f')") == 2
    assert how_much_is_told(lists, "") == 3


KEEPS = """
import os
kept = os.path.expanduser('~/kept')
def first(x):
    return int(open(kept).read()) if os.path.exists(kept) else 0
def second(x):
    right = first(x)
    open(kept, 'w').write(str(right))
    return right + 1
"""


def test_a_right_part_that_is_kept_comes_too_late_for_its_own_question(zygote):
    files = {"checks/a_second/test_a_second.py": LISTED, "checks/b_first/test_b_first.py": ASKS}
    checks = CheckBundle("a", {**files, "reference.py": REFERENCE})
    with zygote.run_notebook([CellSource("a", KEEPS)], LIMITS) as run, Judge(checks) as judge:
        second, first = judge.judge(run)
    assert (second.earned, first.earned) == (1, 0)
