"""Checks run by pytest in the trusted process give points for answers, and for nothing else."""

import re
import tempfile
from dataclasses import replace

import msgspec
import pytest

from autograder.jail.outside.notebook import CellSource
from autograder.judge import Judge
from autograder.judge.bundle import CheckBundle, CheckError
from autograder.judge.conversation import Conversation
from autograder.judge.heard_answers import HeardAnswers
from autograder.judge.verdict import Verdict
from tests.judge.conftest import HONEST, LIMITS, SAMPLE


def earned(verdicts):
    return {name: verdict.earned for name, verdict in verdicts.items()}


FULL = {"mish": 4, "unit_length": 4.5, "plot": 2, "slow": 3}


def messages(verdict):
    return [check.message for check in verdict.checks]


def test_an_honest_submission_earns_everything(grade):
    verdicts = grade()
    assert earned(verdicts) == FULL
    assert {name: verdict.points for name, verdict in verdicts.items()} == FULL
    assert verdicts["mish"].checks[0].sentence == "Mish has the right values."


def test_an_empty_submission_earns_nothing(grade):
    empty = {name: "raise NotImplementedError" for name in HONEST if name != "setup"}
    verdicts = grade(**empty)
    assert earned(verdicts) == dict.fromkeys(FULL, 0)
    assert "`mish` is not defined" in messages(verdicts["mish"])[0]


def test_partial_work_earns_part(grade):
    cut = HONEST["unit_length"].replace("return x / length", "return x.detach() / length")
    verdict = grade(unit_length=cut)["unit_length"]
    assert [check.earned for check in verdict.checks] == [2, 1, 0]
    assert "gradient of the input" in verdict.checks[2].message


@pytest.mark.parametrize(
    "killer",
    ["os._exit(1)", "while True: pass", "import ctypes; ctypes.string_at(0)", "x = []\n    while True: x.append(bytearray(1 << 24))",
     "os.kill(os.getpid(), 9)", "import signal; os.kill(os.getppid(), signal.SIGKILL); os._exit(1)",
     "while True: os.fork()", "def f(): return f()\n    import sys; sys.setrecursionlimit(10**9); f()"],
)  # fmt: skip
def test_a_crash_costs_its_question_only(grade, killer):
    verdicts = grade(slow=f"def answer(n):\n    {killer}")
    assert earned(verdicts) == {**FULL, "slow": 0}
    assert not any(verdict.faults for verdict in verdicts.values())


def test_a_snapshot_cannot_harm_the_notebook_it_came_from(grade):
    attack = """
def mish(x):
    import ctypes, resource, signal
    parent = os.getppid()
    for target in (parent, 0, -1, -parent):
        try: os.kill(target, signal.SIGKILL)
        except PermissionError: pass
    try: resource.prlimit(parent, resource.RLIMIT_CPU, (0, 0))
    except PermissionError: pass
    for path in ('mem', 'environ', 'maps'):
        try: open(f'/proc/{parent}/{path}', 'rb').read(1)
        except OSError: continue
        return 'reached'
    try: os.pidfd_open(parent)
    except PermissionError: return x * torch.tanh(torch.log1p(torch.exp(x)))
"""
    verdicts = grade(mish=attack)
    assert earned(verdicts) == FULL


def test_a_crash_in_one_check_leaves_the_others_of_the_question(grade):
    verdict = grade(slow="def answer(n):\n    if n == 1: os._exit(7)\n    return n")["slow"]
    assert [check.passed for check in verdict.checks] == [False, True, True]
    assert verdict.checks[0].message == "The program ended while `answer(...)` was checked (it exited with code 7)."


def test_a_hang_is_told_with_the_time_allowed(grade):
    verdict = grade(slow="def answer(n):\n    while n == 1: pass\n    return n")["slow"]
    assert verdict.checks[0].message == "`answer(...)` did not finish within 1 s."
    assert verdict.earned == 2


def test_a_check_can_limit_memory(grade):
    verdict = grade(slow="def answer(n):\n    torch.zeros(40 << 20)\n    return n")["slow"]
    assert [check.passed for check in verdict.checks] == [True, True, False]
    assert "64 MiB" in verdict.checks[2].message


LIFTED = {
    "lifts its limit": """
def use():
    import resource
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    for wanted in ((-1, -1), (hard, hard), (1 << 40, 1 << 40)):
        try: resource.setrlimit(resource.RLIMIT_AS, wanted)
        except (ValueError, OSError): pass
    return torch.ones(60 << 20)
""",
    "had rewritten the jail": """
import sys, resource
sys.modules['autograder.jail.inside.answers'].Answers._REQUESTS['begin'] = lambda self, seed: None
resource.setrlimit = resource.prlimit = lambda *given: None
def use():
    return torch.ones(60 << 20)
""",
    "had reserved memory before": """
import mmap
reserved = mmap.mmap(-1, 240 << 20)
def use():
    kept = torch.frombuffer(reserved, dtype=torch.float32).fill_(1)
    time.sleep(0.3)
    return kept
""",
    "shares it out over processes": """
def use():
    for _ in range(6):
        if os.fork() == 0:
            kept = torch.ones(12 << 20)
            time.sleep(5)
            os._exit(0)
    time.sleep(0.5)
""",
    "has hidden how much it holds": """
import ctypes
def use():
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    for _ in range(6):
        if os.fork() == 0:
            kept = torch.ones(12 << 20)
            time.sleep(5)
            os._exit(0)
    time.sleep(0.5)
""",
}


@pytest.mark.parametrize("way", LIFTED.values(), ids=LIFTED)
def test_a_check_s_limit_of_memory_cannot_be_lifted_from_inside(zygote, judge, way):
    source = f"import time\n{way}\ndef answer(n):\n    kept = use() if n == 3 else None\n    return n"
    cells = [CellSource("setup", HONEST["setup"]), CellSource("slow", source)]
    with zygote.run_notebook(cells, replace(LIMITS, check_seconds=30)) as run:
        (verdict,) = judge.judge(run, ["slow"])
    assert [check.passed for check in verdict.checks] == [True, True, False]
    assert "memory" in verdict.checks[2].message


def test_a_limit_of_memory_ends_with_its_check(zygote):
    text = """
from autograder.judge import assert_integer, limits, points

@points(1)
def test_before(student):
    assert_integer(student.answer(200), 200)

@points(1)
@limits(memory=32 << 20)
def test_little(student):
    assert_integer(student.answer(8), 8)

@points(1)
@limits(memory=32 << 20)
def test_too_much(student):
    assert_integer(student.answer(200), 200)

@points(1)
def test_after(student):
    assert_integer(student.answer(200), 200)
"""
    cells = [CellSource("setup", "import torch\ndef answer(n):\n    return len(torch.ones(n << 18)) >> 18")]
    with zygote.run_notebook(cells, LIMITS) as run, Judge(bundle(text)) as judge:
        (verdict,) = judge.judge(run)
    assert [check.passed for check in verdict.checks] == [True, True, False, True]
    assert "32 MiB" in verdict.checks[2].message


def test_an_exception_shows_the_students_own_lines_only(grade):
    source = "def inner(x):\n    return x / 'a'\n\ndef mish(x):\n    return inner(x)"
    check = grade(mish=source)["mish"].checks[0]
    assert check.message.startswith("Calling `mish` failed. `/` does not work between a `Tensor` and a `str`")
    assert check.lines == ("Cell In[3], line 5: return inner(x)", "Cell In[3], line 2: return x / 'a'")


def test_an_exception_does_not_carry_a_checks_numbers_out(grade):
    verdict = grade(mish="def mish(x):\n    raise ValueError(str(x.tolist()))")["mish"]
    assert "ValueError" in messages(verdict)[0]
    assert not re.search(r"\d\.\d", "".join(messages(verdict)))


def test_unfilled_is_said_plainly(grade):
    source = "def mish(x):\n    raise NotImplementedError('question mish')"
    assert messages(grade(mish=source)["mish"])[0] == "`mish(...)` is not filled in yet."


def test_changes_to_the_input_are_seen(grade):
    source = "def mish(x):\n    y = x * torch.tanh(torch.log1p(torch.exp(x)))\n    x += 1\n    return y"
    verdict = grade(mish=source)["mish"]
    assert [check.passed for check in verdict.checks] == [True, False, True]


def test_numpy_answers_and_extra_prints_are_fine(grade):
    source = (
        HONEST["mish"].replace("return ", "print('hello'); import warnings; warnings.warn('x'); return (") + ").numpy()"
    )
    assert grade(mish=source)["mish"].earned == 4


def test_an_object_that_equals_everything_wins_nothing(grade):
    liar = """
class Liar:
    def __eq__(self, other): return True
    def __getattr__(self, name): return lambda *a, **k: self
    def __call__(self, *a, **k): return self
    __add__ = __sub__ = __mul__ = __lt__ = __le__ = __float__ = __call__
mish = answer = draw = uses_helper = UnitLength = Liar()
"""
    verdicts = grade(slow=liar)
    assert earned(verdicts) == dict.fromkeys(FULL, 0)


def test_patched_libraries_win_nothing(grade):
    patched = """
torch.allclose = torch.equal = lambda *a, **k: True
torch.Tensor.__eq__ = lambda *a: torch.ones((), dtype=torch.bool)
import builtins, IPython, numpy
numpy.allclose = lambda *a, **k: True
def mish(x): return x
"""
    assert grade(mish=patched)["mish"].earned == 1


def test_a_forged_reply_wins_nothing(grade):
    forger = """
def mish(x):
    import struct, msgpack, os
    skeleton = msgpack.packb([1, 'value', None])
    for fd in range(3, 40):
        for _ in range(3):
            try: os.write(fd, struct.pack('<IQ', len(skeleton), 0) + skeleton)
            except OSError: pass
    return x
"""
    assert grade(mish=forger)["mish"].earned == 0


def test_forbidden_names_are_found_in_the_cell(grade):
    verdict = grade(mish="def mish(x):\n    return F.mish(x)")["mish"]
    assert verdict.earned == 0
    assert (
        messages(verdict)[0]
        == "The cell uses `torch.nn.functional.mish`. This question asks you to write Mish yourself."
    )


HIDDEN_USES = {
    "built name": "g = getattr(F, 'mi' + 'sh')\ndef mish(x):\n    return g(x)",
    "operator": "def mish(x):\n    return torch.ops.aten.mish(x)",
    "thread": "import threading\ndef mish(x):\n    out = []\n    def work():\n        try: out.append(torch.ops.aten.mish(x))\n        except RuntimeError as e: out.append(e)\n    t = threading.Thread(target=work); t.start(); t.join()\n    if isinstance(out[0], Exception): raise out[0]\n    return out[0]",
    "C binding": "def mish(x):\n    return torch._C._nn.mish(x)",
    "module": "M = getattr(nn, 'Mi' + 'sh')\nm = M()\ndef mish(x):\n    return m(x)",
    "inference mode": "g = torch._C._nn.mish\ndef mish(x):\n    with torch.inference_mode():\n        return g(x)",
}


@pytest.mark.parametrize("source", HIDDEN_USES.values(), ids=HIDDEN_USES)
def test_forbidden_operators_raise_however_they_are_reached(grade, source):
    verdicts = grade(mish=source)
    assert verdicts["mish"].earned == 0
    assert "may not be used here" in messages(verdicts["mish"])[0]
    assert verdicts["unit_length"].earned == 4.5


def test_what_one_question_forbids_another_may_use(grade):
    verdicts = grade(slow="def answer(n):\n    F.mish(torch.ones(2)); F.normalize(torch.ones(2), dim=0)\n    return n")
    assert earned(verdicts) == FULL


def test_a_planted_reference_replaces_a_wrong_part(grade):
    wrong = HONEST["plot"].replace("return x\n\ndef uses", "return x * 17\n\ndef uses")
    assert grade(plot=wrong)["plot"].earned == 2


def test_a_figure_that_shows_something_else_is_caught(grade):
    verdict = grade(plot=HONEST["plot"].replace("imshow(x)", "imshow(x.T)"))["plot"]
    assert "The picture has shape (4, 3) where (3, 4) was expected" in verdict.checks[0].message


def test_a_counterexample_is_shown_only_where_the_check_says_so(grade):
    verdict = grade(mish="def mish(x):\n    return x + 1")["mish"]
    assert verdict.checks[0].counterexample is None
    assert "mish(tensor([0., 0.]))" in verdict.checks[2].counterexample


def test_grading_twice_gives_the_same(grade):
    changed = {"mish": "def mish(x):\n    return x * torch.rand_like(x)", "slow": "answer = 3"}
    assert grade(**changed) == grade(**changed)


def test_another_seed_asks_other_questions_with_the_same_outcome(submit, judge):
    run = submit(mish="def mish(x):\n    return x")
    (first,), (second,) = (judge.judge(run, ["mish"], seed=seed) for seed in (1, 2))
    assert first.earned == second.earned == 1
    assert not first.transcript.is_like(second.transcript, 2e-5)


def test_a_verdict_survives_json(grade):
    for verdict in grade(mish="def mish(x): return 1 / 0").values():
        assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


def bundle(text, **references):
    """A bundle of one question, with references beside it."""
    return CheckBundle(
        "a", {"checks/q/test_q.py": text} | {f"{name}.py": source for name, source in references.items()}
    )


HEAD = "from autograder.judge import points\n"
CHECK = "@points(1)\ndef test_it(student):\n    '''A sentence.'''\n    "


def test_a_bug_in_a_check_is_a_fault_of_ours(zygote):
    bug = bundle(f"{HEAD}{CHECK}{{}}['key']\n")
    with zygote.run_notebook([CellSource("x", "x = 1")], LIMITS) as run, Judge(bug) as judge:
        (verdict,) = judge.judge(run)
    assert "KeyError" in verdict.faults[0]
    assert "checks/q/test_q.py" in verdict.faults[0]
    assert "{}['key']" in verdict.faults[0]
    assert not verdict.checks[0].passed


@pytest.mark.parametrize("text", ["import nothing_of_this_name\n", "from reference import nothing_of_this_name\n"])
def test_a_check_file_that_cannot_be_loaded_is_an_error(text):
    with pytest.raises(CheckError, match="nothing_of_this_name"):
        Judge(bundle(text, reference=""))


def test_questions_without_checks_are_an_error(submit, judge):
    with pytest.raises(CheckError, match="no checks for other"):
        judge.judge(submit(), ["other"])


def test_checks_leave_no_litter_and_nothing_of_them_stays_on_disk(submit, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Judge(SAMPLE) as judge:
        assert not list(tmp_path.rglob("*.py"))
        judge.judge(submit())
        assert not list(tmp_path.rglob("*.py"))
    assert not list(tmp_path.iterdir())


def test_two_judges_have_references_of_their_own(zygote):
    text = f"{HEAD}from reference import wanted\n{CHECK}assert wanted() == student.x\n"
    one, two = (bundle(text, reference=f"def wanted():\n    return {number}\n") for number in (1, 2))
    with zygote.run_notebook([CellSource("x", "x = 1")], LIMITS) as run, Judge(one) as first, Judge(two) as second:
        assert [first.judge(run)[0].earned, second.judge(run)[0].earned, first.judge(run)[0].earned] == [1, 0, 1]


def test_a_check_can_plant_its_own_reference_although_its_file_is_gone(zygote):
    reference = "import math\n\nclass Circle:\n    def area(self):\n        return math.pi\n"
    text = f"{HEAD}from reference import Circle\n{CHECK}assert student.plant(Circle)().area() > 3\n"
    planting = bundle(text, reference=reference)
    with zygote.run_notebook([CellSource("x", "x = 1")], LIMITS) as run, Judge(planting) as judge:
        assert judge.judge(run)[0].earned == 1


def test_a_notebook_cannot_draw_the_numbers_of_a_check(zygote):
    text = (
        "from autograder.judge import points, randn, require\n@points(1)\ndef test_it(student):\n    '''It.'''\n"
        "    first, kept = randn(3), randn(3)\n    require((student.guess(first) - kept).abs().max() > 1e-3, 'It knows.')\n"
    )
    cell = "import torch\ndef guess(x):\n    torch.randn(3, dtype=x.dtype)\n    return torch.randn(3, dtype=x.dtype)"
    with zygote.run_notebook([CellSource("a", cell)], LIMITS) as run, Judge(bundle(text)) as judge:
        assert judge.judge(run)[0].earned == 1


def test_only_the_code_of_a_check_may_be_ended_when_the_time_is_over(submit, judge, monkeypatch):
    """An exception in pytest's own code, before or after a check, would spoil the session for all later submissions."""
    watched_methods = [(Conversation, "begin"), (Conversation, "get"), (HeardAnswers, "summed_up")]
    seen: dict[str, set[bool]] = {name: set() for _, name in watched_methods}
    for owner, name in watched_methods:
        called = getattr(owner, name)

        def watched(self, *args, called=called, name=name):
            seen[name].add(judge.checking)
            return called(self, *args)

        monkeypatch.setattr(owner, name, watched)
    judge.judge(submit(mish="def mish(x):\n    return x"))
    assert seen == {"begin": {False}, "get": {True}, "summed_up": {False}}
    assert not judge.checking


def test_all_answers_of_a_question_together_have_a_largest_size(zygote, monkeypatch):
    monkeypatch.setattr("autograder.judge.conversation._MOST_HEARD", 8 << 20)
    check = "\n@points(1)\ndef test_{0}(student):\n    '''It.'''\n    assert len([student.answer() for _ in range(40)]) == {0}\n"
    files = {"checks/slow/test_slow.py": f"from autograder.judge import points\n{check.format(40)}{check.format(41)}"}
    cells = [CellSource("a", "def answer():\n    return bytes(1 << 20)")]
    with zygote.run_notebook(cells, LIMITS) as run, Judge(CheckBundle("a", files)) as judge:
        first, second = judge.judge(run)[0].checks
    assert first.message == "`answer(...)` gave more data than can be read."
    assert second.message == "This was not checked: the answers before it were more data than can be read."
