"""Right parts are lent: a stand-in in the jail answers by asking the judge, and holds no answer itself."""

import contextlib
import os
import signal
import time

import pytest
import torch
from torch import nn

from autograder.jail.outside.notebook import CellSource
from autograder.judge import StudentError, assert_close
from autograder.judge.conversation import Conversation
from autograder.judge.failure import CheckFailed
from autograder.judge.lender import Lender
from autograder.judge.student import Student
from tests.judge.conftest import LIMITS

SETUP = "import copy, inspect, os, threading\nimport torch\nfrom torch import nn"


def cubed(x, *, times=1.0, offset=None):
    """A part that takes numbers and keywords, and draws nothing."""
    return times * x**3 + (0 if offset is None else offset)


def several(x, config):
    """Several values of several kinds; what does not depend on the input asks for no gradient."""
    return x * config.scale, None, {"count": len(x), "fixed": torch.ones(2)}, [config.name, x.argmax()]


def noisy(x):
    """Draws random numbers."""
    return x + torch.rand(3)


def refuses(x):
    """Raises what a caller may expect."""
    if x > 2:
        raise ValueError("the text of an answer")
    raise NotImplementedError("the text of an answer")


def greedy(size):
    """Takes as much memory as it is told to."""
    return torch.ones(size)


def fatal():
    """Ends its process."""
    os._exit(3)


def endless():
    """Does not come to an end."""
    while True:
        pass


def slow(seconds):
    """Takes its time, and gives a value that nobody waits for any more."""
    time.sleep(seconds)
    return -1


class Scaled(nn.Module):
    """A module with parameters, a tied one, buffers, a submodule, attributes and methods."""

    def __init__(self, size, eps=0.5):
        super().__init__()
        self.size, self.eps = size, eps
        self.weight = nn.Parameter(torch.full((size,), 2.0))
        self.inner = nn.Linear(size, size, bias=False)
        self.dropout = nn.Dropout(0.5)
        self.tied = nn.Linear(size, size, bias=False)
        self.tied.weight = self.inner.weight
        self.register_buffer("seen", torch.zeros(()))
        self.register_buffer("table", torch.arange(3.0), persistent=False)
        self.register_parameter("nothing", None)

    def forward(self, x):
        """Scale, and count the calls."""
        self.seen += 1
        return self.dropout(self.tied(self.inner(x)) * self.weight + self.eps)

    def twice(self, x):
        """Another method."""
        return 2 * x * self.weight


class NoModule:
    """A class whose objects would have a state that nobody sends."""


_kept: list[torch.Tensor] = []


def hoards(x):
    """A part that keeps memory."""
    _kept.append(torch.zeros(40 << 20))
    return x


@pytest.fixture
def talk(zygote):
    """A student whose cells these are, in a conversation of its own."""
    with contextlib.ExitStack() as stack:

        def start(*cells, seconds=10.0, may_replace=("part",)):
            sources = [CellSource(str(number), cell) for number, cell in enumerate((SETUP, *cells))]
            run = stack.enter_context(zygote.run_notebook(sources, LIMITS))
            lender = stack.enter_context(contextlib.closing(Lender()))
            lender.begin(LIMITS.answer)
            conversation = Conversation(run, lender, None, may_replace)
            stack.callback(conversation.end)
            conversation.begin(1, seconds, None)
            return Student(conversation)

        yield start


def test_a_stand_in_gives_the_values_of_the_right_part(talk):
    student = talk("def answer(x): return part(x, times=2, offset=torch.ones(3)) + part(2) + part(True)")
    student.replace("part", cubed)
    x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
    assert_close(student.answer(x), 2 * x**3 + 1 + 8 + 1, dtype=torch.float64)


def test_gradients_flow_through_a_stand_in(talk):
    student = talk("def answer(x, y):\n    return (part(x * 2, times=y) * x).sum() + part(x.detach()).sum()")
    student.replace("part", cubed)
    x, y = torch.rand(4, dtype=torch.float64, requires_grad=True), torch.tensor(3.0).double().requires_grad_()
    found = student.gradients(student.answer, x, y)
    expected = torch.autograd.grad((cubed(x * 2, times=y) * x).sum(), (x, y))
    for answer, gradient in zip(found.args, expected, strict=True):
        assert_close(answer, gradient)


def test_without_gradients_a_stand_in_keeps_none(talk):
    student = talk(
        "def answer(x):\n    with torch.no_grad():\n        a = part(x)\n    b = part(x)\n    c = part(x.detach())\n"
        "    return a.requires_grad, b.requires_grad, c.requires_grad, part(x.float()).dtype is torch.float32"
    )
    student.replace("part", cubed)
    assert student.answer(torch.ones(2, dtype=torch.float64, requires_grad=True)) == (False, True, False, True)


def test_values_of_all_kinds_pass_and_objects_as_their_plain_attributes(talk):
    student = talk(
        "class Config:\n    def __init__(self):\n        self.scale, self.name, self.f = 2.0, 'n', print\n"
        "def answer(x):\n    y, none, held, (name, best) = part(x, Config())\n"
        "    return y, none, held, name, best, y.requires_grad, held['fixed'].requires_grad\n"
        "def call_it(x):\n    return part(x, config=lambda: 1)"
    )
    student.replace("part", several)
    y, none, held, name, best, *asks = student.answer(torch.tensor([1.0, 5.0, 2.0], requires_grad=True))
    assert y.tolist() == [2, 10, 4]
    assert (none, held["count"], name, int(best), asks) == (None, 3, "n", 1, [True, False])
    with pytest.raises(StudentError, match="raised TypeError"):
        student.call_it(torch.ones(2))


def test_random_numbers_are_those_of_the_notebook(talk):
    student = talk("def answer(x):\n    torch.manual_seed(3)\n    return part(x), part(x), torch.rand(1)")
    student.replace("part", noisy)
    found = student.answer(torch.zeros(3))
    torch.manual_seed(3)
    for answer, expected in zip(found, (torch.rand(3), torch.rand(3), torch.rand(1)), strict=True):
        assert_close(answer, expected)


def test_an_exception_of_the_right_part_is_raised_without_its_text(talk):
    student = talk(
        "def caught(x):\n    try: return part(x)\n    except ValueError as error: return str(error)\n"
        "def answer(x):\n    return part(x)"
    )
    student.replace("part", refuses)
    assert "text of an answer" not in student.caught(3)
    with pytest.raises(StudentError) as raised:
        student.answer(3)
    assert raised.value.sentence.startswith("Calling `answer(...)` raised ValueError (its text is not shown")
    assert [str(line) for line in raised.value.lines] == ["Cell In[2], line 5: return part(x)"]
    with pytest.raises(StudentError, match="raised RuntimeError"):  # not what stands for an unfilled cell
        student.answer(1)


MODULE = """
class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = part(3, eps=1.0)

    def forward(self, x):
        return self.part(x) + self.part.twice(x)

def described():
    torch.manual_seed(0)
    module = part(3)
    tied = module.inner.weight is module.tied.weight
    kinds = isinstance(module, part), isinstance(module, nn.Module), type(module).__name__
    return list(module.state_dict()), module.size, module.eps, module.table, module.inner.weight, tied, kinds

def trained():
    module = part(2).eval()
    with torch.no_grad():
        module.inner.weight.copy_(torch.eye(2))
    other = copy.deepcopy(module)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    module(torch.ones(2)).sum().backward()
    optimizer.step()
    other.load_state_dict(module.state_dict())
    return module.weight, other(torch.ones(2)), module(torch.ones(2)), module.seen, len(list(module.parameters()))

def dropped():
    module = part(4).train()
    torch.manual_seed(1)
    first = module(torch.ones(200, 4))
    torch.manual_seed(1)
    again = module(torch.ones(200, 4))
    module.dropout.eval()
    return first, again, module(torch.ones(200, 4))
"""


def test_a_lent_module_has_the_state_and_the_attributes_of_the_right_one(talk):
    student = talk(MODULE)
    student.replace("part", Scaled)
    torch.manual_seed(0)
    right = Scaled(3)
    names, size, eps, table, weight, tied, kinds = student.described()
    assert names == list(right.state_dict())
    assert (size, eps, table.tolist(), tied) == (3, 0.5, [0, 1, 2], True)
    assert kinds == (True, True, "Scaled")
    assert_close(weight, right.inner.weight)


def test_a_lent_module_converts_and_passes_gradients(talk):
    student = talk(MODULE)
    student.replace("part", Scaled)
    whole = student.Whole().double().eval()
    right = Scaled(3, eps=1.0).double().eval()
    right.inner.weight.data = whole.part.inner.weight
    x = torch.rand(5, 3, dtype=torch.float64, requires_grad=True)
    found = student.gradients(whole, x)
    expected = right(x) + right.twice(x)
    assert_close(found.output, expected, dtype=torch.float64)
    wanted = torch.autograd.grad(expected.sum(), [x, right.weight, right.inner.weight])
    answers = (found.args[0], found.parameters["part.weight"], found.parameters["part.inner.weight"])
    for answer, gradient in zip(answers, wanted, strict=True):
        assert_close(answer, gradient)


def test_a_lent_module_learns_is_copied_and_counts_in_its_buffers(talk):
    student = talk(MODULE, seconds=60.0)  # an optimizer imports much of torch when it is made
    student.replace("part", Scaled)
    weight, copied, own, seen, count = student.trained()
    assert_close(weight, torch.tensor([1.9, 1.9]))
    assert_close(copied, own)
    assert (float(seen), count) == (2, 2)


def test_a_lent_module_drops_in_training_by_the_notebooks_seed(talk):
    student = talk(MODULE)
    student.replace("part", Scaled)
    first, again, without = student.dropped()
    assert_close(first, again)
    assert 0.4 < float((first == 0).double().mean()) < 0.6
    assert not (without == 0).any()


def test_a_part_is_lent_to_planted_code_that_uses_it(talk):
    student = talk("def answer(x): return 0", may_replace=("cubed",))
    planted = student.plant("def helper(x):\n    return cubed(x) + 1", "helper", uses=(cubed,))
    assert planted(2) == 9


def test_what_is_no_module_or_has_no_place_of_its_own_is_not_lent(talk):
    student = talk("x = 1")
    with pytest.raises(TypeError, match="must be a module"):
        student.replace("part", NoModule)
    with pytest.raises(TypeError, match="top level of a file"):
        student.replace("part", lambda x: x)


def test_a_check_file_says_which_names_it_replaces(talk):
    student = talk("x = 1", may_replace=())
    with pytest.raises(LookupError, match="list it in LENDS"):
        student.replace("part", cubed)


def test_stand_ins_of_all_parts_are_the_same_code(talk):
    student = talk(
        "def answer():\n    methods = [each for each in vars(type(whole)).values() if hasattr(each, '__code__')]\n"
        "    same = part.__code__ is other.__code__, len({each.__code__ for each in methods}), len(methods)\n"
        "    return same, [cell.cell_contents for cell in part.__closure__]",
        may_replace=("part", "other", "whole"),
    )
    student.replace("part", cubed)
    student.replace("other", several)
    student.replace("whole", student._lent(Scaled)(2))
    assert student.answer() == ((True, 1, 2), [0])


FORGED = """
def ask(*frame):
    import gc
    from autograder.jail.wire import Channel
    channel = next(each for each in gc.get_objects() if type(each) is Channel and each.gradients)
    channel.send(("asks", *frame[:1]))
    channel.send(frame[1:])
    return channel.receive()
"""
CALL = "'call', (), ['tuple', [['list', [['data', 2]]], ['dict', [], []]]], [], [], torch.get_rng_state()"


@pytest.mark.parametrize("frame", ["1, ", "-1, ", "'0', ", "True, ", "None, ", ""])
def test_what_was_not_lent_cannot_be_asked_for(talk, frame):
    student = talk(FORGED, f"def answer(): return ask({frame}{CALL})")
    student._lent(cubed)
    with pytest.raises(StudentError, match="not data"):
        student.answer()


@pytest.mark.parametrize(
    "frame",
    [
        "0", "0, 'call'", "0, 'nothing'", "0, 'make', 1", "0, 'call', (0, '__reduce__', [], {}), [], [], [], None",
        "0, 'call', (), ['tensor', 3], [], [], torch.get_rng_state()", "0, 'gradients', (), 7, [], [], torch.zeros(3), []",
        "0, 'call', (), ['record', ['__class__'], [['data', 1]]], [], [], torch.get_rng_state()", "0, None, None, {}, {}, {}, {}, {}, {}",
    ],
)  # fmt: skip
def test_a_forged_question_is_refused_and_harms_nothing(talk, frame):
    student = talk(FORGED, f"def answer(): return ask({frame})\ndef other(): return part(2)")
    student.replace("part", cubed)
    assert student.answer()[0] == "refuses"
    assert student.other() == 8


def test_a_part_is_not_asked_without_end(talk, monkeypatch):
    monkeypatch.setattr("autograder.judge.conversation._MOST_QUESTIONS", 5)
    student = talk("def answer(n):\n    for _ in range(n): part(2)\n    return n")
    student.replace("part", cubed)
    student._conversation.begin(1, 10.0, None)
    assert student.answer(5) == 5
    with pytest.raises(StudentError, match="not data"):
        student.answer(1)


def test_a_part_that_needs_too_much_memory_is_refused(talk):
    student = talk("def answer(n):\n    try: return part(n)\n    except MemoryError: return 'too much'")
    student.replace("part", greedy)
    assert student.answer(1 << 34) == "too much"
    assert student.answer(17 << 20) == "too much"  # as an answer it would be too large
    assert student.answer(3).tolist() == [1, 1, 1]


def test_a_part_that_does_not_end_costs_the_checks_time_and_no_more(talk):
    student = talk("def answer(): return part()", seconds=1.0)
    student.replace("part", endless)
    with pytest.raises(StudentError, match="did not finish within 1 s"):
        student.answer()
    student._conversation.begin(1, 10.0, None)
    student.replace("part", refuses)
    with pytest.raises(StudentError, match="TypeError"):  # it wants an argument
        student.answer()


def test_a_snapshot_does_not_find_what_another_one_made(talk):
    student = talk(
        FORGED,
        "def without_weights(module):\n    with torch.no_grad(): module.inner.weight.zero_()\n"
        "    module._instance = 0\n    return module.eval()(torch.ones(2))\n"
        "def make(): return without_weights(part(2, eps=9.0))\ndef find(): return without_weights(part(2))",
    )
    conversation = student._conversation
    student.replace("part", Scaled)
    assert student.make().tolist() == [9.0, 9.0]
    conversation.end()
    conversation.begin(1, 10.0, None)
    with pytest.raises(StudentError, match="not data"):  # nothing is lent to the new one yet
        student._conversation.ask("x", "call", student.ask, [0, "make"], {}, False)
    conversation.begin(1, 10.0, None)
    student.replace("part", Scaled)
    assert student.find().tolist() == [0.5, 0.5]  # number 0 is its own


def test_half_a_question_does_not_reach_the_next_snapshot(talk):
    student = talk(
        FORGED, "def answer():\n    ask.__globals__['ask_half'](0)\ndef other(): return part(2)",
        "def ask_half(number):\n    import gc, os, struct\n    from autograder.jail.wire import Channel\n"
        "    channel = next(each for each in gc.get_objects() if type(each) is Channel and each.gradients)\n"
        "    channel.send(('asks', number))\n    channel.socket.sendall(struct.pack('<IQ', 1 << 30, 1 << 40))\n"
        "    channel.receive()",
    )  # fmt: skip
    student.replace("part", cubed)
    assert student.other() == 8
    with pytest.raises(StudentError, match="not data"):
        student.answer()
    student._conversation.begin(1, 10.0, None)
    student.replace("part", cubed)
    assert student.other() == 8


def test_a_reply_that_an_alarm_cut_off_does_not_reach_the_next_submission(talk):
    student = talk("def answer(): return part(0.5)\ndef other(): return part(2)")

    def ring(number, frame):
        raise CheckFailed("time is up")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        student.replace("part", slow)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(StudentError, match="did not finish in time"):
            student.answer()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    student._conversation._lender.begin(LIMITS.answer)  # it stays for the next submission
    student._conversation.begin(1, 10.0, None)
    student.replace("part", cubed)
    assert student.other() == 8


def test_a_part_that_ends_its_process_costs_one_check(talk):
    student = talk("def answer(): return part()\ndef other(): return part(2)")
    student.replace("part", fatal)
    with pytest.raises(StudentError, match="not data"):
        student.answer()
    student._conversation.begin(1, 10.0, None)
    student.replace("part", cubed)
    assert student.other() == 8


def test_threads_may_ask_and_children_may_not(talk):
    student = talk(
        "def threaded():\n    found = []\n    work = [threading.Thread(target=lambda: found.append(part(2))) for _ in range(8)]\n"
        "    for each in work: each.start()\n    for each in work: each.join()\n    return found\n"
        "def forked():\n    end, other = os.pipe()\n    if not os.fork():\n        try: part(2)\n"
        "        except RuntimeError: os.write(other, b'refused')\n        os._exit(0)\n    return os.read(end, 100).decode(), part(3)"
    )
    student.replace("part", cubed)
    assert student.threaded() == [8] * 8
    assert student.forked() == ("refused", 27)


def killed():
    """Is ended as somebody outside would do it; nothing in the process does that by itself."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_who_ends_the_process_from_outside_is_told_from_what_ends_it(talk):
    for piece, is_lost in ((fatal, False), (killed, True)):
        student = talk("def answer(): return part()")
        student.replace("part", piece)
        with pytest.raises(StudentError):
            student.answer()
        assert student._conversation._lender.lost is is_lost


def test_one_process_lends_to_many_submissions_until_it_has_grown(talk):
    student = talk("def answer(x): return part(x)", may_replace=("part", "hoards"))
    student.replace("part", cubed)
    student.answer(torch.ones(2))
    lender = student._conversation._lender
    first = lender._process
    lender.begin(LIMITS.answer)
    student.answer(torch.ones(2))
    assert lender._process == first
    student.replace("part", hoards)
    student.answer(torch.ones(2))
    lender.begin(LIMITS.answer)
    student.answer(torch.ones(2))
    assert lender._process != first
