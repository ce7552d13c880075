"""What a person reads of what the jail says: helpful where it is honest, and nothing of a check's inputs."""

import re

import pytest
import torch

from autograder.jail.outside.notebook import CellSource
from autograder.judge import Judge
from autograder.judge.bundle import CheckBundle
from autograder.judge.heard_texts import HeardTexts
from autograder.judge.jail_text import blotted
from autograder.judge.phrasing import kind_of
from tests.judge.conftest import LIMITS
from tests.judge.test_judge import bundle, messages

HELPFUL = (
    "mat1 and mat2 shapes cannot be multiplied (3x4 and 5x6)",
    "expected scalar type Double but found Float",
    "index 7 is out of bounds for dimension 0 with size 5",
    "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1",
    "shape '[2, 3, 4]' is invalid for input of size 12",
    "visualize_rel_positional_embedding() missing 1 required positional argument: 'alpha'",
    "'RelativePositionalEmbedding' object has no attribute 'attention_scores'",
    "einsum(): the number of subscripts in the equation (2) does not match the number of dimensions (3) for operand 0",
    "could not broadcast input array from shape (3,4) into shape (5,)",
    "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
)


@pytest.mark.parametrize("text", HELPFUL)
def test_helpful_messages_stay_as_they_are(text):
    assert blotted(text) == text


@pytest.mark.parametrize(
    "secret",
    [
        "0.123456", "-1.5e-07", ".25", "1e-7", "12E5", "3.e4", "123456", "[0.1, 0.2]", "0x7f3a", "deadbeef01",
        "MTIzNDU2Nzg5MDEyMw", "a1b2c3d4e5f6", "x" * 80, "\uff11\uff12\uff13\uff14\uff15", "\u00b9\u00b2\u00b3\u00b9\u00b2",
        "\u0661\u0662\u0663\u0664\u0665",
    ],
)  # fmt: skip
def test_what_may_be_a_number_of_a_check_is_blotted_out(secret):
    found = blotted(f"got {secret} here")
    assert "…" in found
    assert not re.search(r"\d", found)
    assert found.startswith("got ")
    assert found.endswith(" here")


def test_a_text_has_few_digits_and_is_short():
    assert sum(letter.isdigit() for letter in blotted(" ".join(map(str, range(1000))))) <= 24
    assert sum(letter.isdigit() for letter in blotted(",".join("1234567890"))) <= 24
    assert len(blotted("a " * 10_000)) <= 300


def test_sizes_and_counts_that_somebody_made_up_are_not_repeated():
    assert kind_of(torch.zeros(123_456, 0, 3)) == "a tensor of shape (…, 0, 3)"
    assert kind_of(torch.zeros(1234, 0, 99)) == "a tensor of shape (…, 0, 99)"
    assert kind_of(torch.zeros([1] * 20)) == "a tensor of shape (1, 1, 1, 1, 1, 1, 1, 1, …)"
    assert kind_of(torch.zeros(3)) == "a tensor of shape (3,)"
    assert kind_of(torch.zeros(())) == "a tensor of shape ()"
    assert kind_of([0] * 123_456) == "a list of …"


def everything_said(verdict):
    return "\n".join([*messages(verdict), *(line for check in verdict.checks for line in check.lines)])


def test_source_lines_are_those_that_were_handed_in(grade):
    forged = (
        "import linecache\nclass Forged(dict):\n    def get(self, *a): return None\n"
        "linecache.getline = lambda name, number, *a: 'forged 0.12345'\n"
        "linecache.cache.clear()\n"
        "def mish(x):\n    linecache.cache['<ipython-input-3-'] = (1, None, ['forged'] * 100, '')\n    raise ValueError(x)"
    )
    verdict = grade(mish=forged)["mish"]
    assert "Cell In[3], line 8: raise ValueError(x)" in verdict.checks[0].lines
    assert "forged" not in "".join(line for check in verdict.checks for line in check.lines if "raise" not in line)


def test_lines_of_code_that_claims_to_stand_in_a_cell_are_left_out(grade):
    claimed = (
        "def mish(x):\n    for cell, line in ((99, 1), (3, 9999), (3, 0), (-3, 1)):\n"
        "        pass\n"
        "    code = compile('\\n' * 5000 + 'raise ValueError()', '<ipython-input-3-0>', 'exec')\n    exec(code)"
    )
    lines = grade(mish=claimed)["mish"].checks[0].lines
    assert lines == ("Cell In[3], line 5: exec(code)",)


def test_empty_and_skipped_cells_do_not_shift_the_lines(zygote):
    text = "from autograder.judge import points\n@points(1)\ndef test_it(student):\n    '''It.'''\n    student.f()\n"
    cells = [
        CellSource("a", "x = 1"),
        CellSource("b", "  \n"),
        CellSource("c", "x = 2", skipped=True),
        CellSource("d", "def f():\n    return 1 / 0"),
    ]
    with zygote.run_notebook(cells, LIMITS) as run, Judge(bundle(text)) as judge:
        (verdict,) = judge.judge(run)
    (line,) = verdict.checks[0].lines
    assert line.endswith("line 2: return 1 / 0")


def test_the_name_of_an_exception_is_shown_only_if_libraries_or_the_cells_have_it(grade):
    own = "class TooSmall(Exception): pass\ndef mish(x):\n    raise TooSmall('so')"
    assert messages(grade(mish=own)["mish"])[0] == "Calling `mish(...)` raised TooSmall: so"
    made_up = "def mish(x):\n    raise type('input' + str(int(x.sum() * 1e6)), (ValueError,), {})('so')"
    assert messages(grade(mish=made_up)["mish"])[0] == "Calling `mish(...)` raised ValueError: so"
    nothing = "def mish(x):\n    raise type('E1', (type('E2', (BaseException,), {}),), {})('so')"
    verdict = grade(mish=nothing)["mish"]
    assert messages(verdict)[0] == "Calling `mish(...)` raised BaseException: so"
    assert "E1" not in repr(verdict.transcript)


def test_the_name_of_a_type_is_shown_only_if_libraries_or_the_cells_have_it(grade):
    verdict = grade(mish="def mish(x):\n    return type('input' + str(float(x.sum())), (), {})()")["mish"]
    assert messages(verdict)[0] == "The answer is an object of a type of its own where a tensor was expected."
    own = "class Wrapped: pass\ndef mish(x):\n    return Wrapped()"
    assert "an object of type Wrapped" in messages(grade(mish=own)["mish"])[0]


FORGED_REPLIES = {
    "forbidden": "('raised', ['ForbiddenError'], f'torch.nn.functional.mish {secret}', 'forbidden', [])",
    "unsendable": "('unsendable', f'because of {secret}')",
    "error": "('raised', ['ValueError', f'E{secret}'], f'{secret}', 'error', [('In[3]', 1, secret), (3, 1, secret)])",
    "missing": "('raised', [secret], secret, 'missing', [(3, secret)])",
    "memory": "('raised', [secret], secret, 'memory', [(True, 1)])",
    "kind": "('raised', [secret], secret, secret, [[3, 1]])",
    "attribute": "('raised', ['AttributeError'], secret, 'error', [])",
}


@pytest.mark.parametrize("reply", FORGED_REPLIES.values(), ids=FORGED_REPLIES)
def test_a_forged_reply_carries_no_number_out(grade, reply):
    forger = (
        "from autograder.jail.wire import Channel\nreal = Channel.send\n"
        "def mish(x):\n    secret = ' '.join(f'{value:.6f} {abs(value):.0e} {hash(value)}' for value in x.flatten().tolist())\n"
        f"    reply = {reply}\n"
        "    Channel.send = lambda self, value, deadline=None: real(self, reply)\n    return x"
    )
    verdict = grade(mish=forger)["mish"]
    assert verdict.earned == 0
    said = everything_said(verdict)
    assert not re.search(r"\d[.,]\d|\d{5}|\de", said), said


def test_a_forbidden_call_is_told_in_the_judges_words(grade):
    verdict = grade(mish="g = getattr(F, 'mi' + 'sh')\ndef mish(x):\n    return g(x)")["mish"]
    assert (
        messages(verdict)[0]
        == "torch.nn.functional.mish may not be used here. This question asks you to write Mish yourself."
    )


def test_a_forbidden_name_that_somebody_made_up_is_not_repeated(grade):
    forger = (
        "from autograder.jail.inside.guard import ForbiddenError\n"
        "def mish(x):\n    raise ForbiddenError(NAME + ' may not be used here.')"
    )
    for name in ("torch.mish.what_a_lent_part_said", "torch's own mish_and_more", "nobody.mish", "torch.nn.mish"):
        found = messages(grade(mish=forger.replace("NAME", repr(name)))["mish"])
        assert (
            found[0]
            == "What this question forbids may not be used here. This question asks you to write Mish yourself."
        )


NAMES = (
    "from autograder.judge import points, require\nLENDS = ('part',)\n\n"
    "def check(student):\n    for name in student.made(0.25).named_parameters():\n"
    "        require(name == 'known_parameter', f'There is `{name}`.')\n\n"
    "@points(1)\ndef test_before(student):\n    '''Before.'''\n    check(student)\n\n"
    "@points(1)\ndef test_planted(student):\n    '''Planted.'''\n    student.replace('part', 'def part(): pass')\n"
    "    check(student)\n"
)


@pytest.mark.parametrize("name", ["secret", "(secret, 'x')", "str(secret).encode()", "10**400", "None"])
def test_a_module_whose_parameters_have_no_names_is_none(zygote, name):
    cell = f"def made(secret):\n    class Made:\n        def named_parameters(self):\n            return {{{name}: 1}}\n    return Made()"
    with zygote.run_notebook([CellSource("a", cell)], LIMITS) as run, Judge(bundle(NAMES)) as judge:
        (verdict,) = judge.judge(run)
    assert set(messages(verdict)) == {"`made(...).named_parameters()` is not what a module gives."}


REPEATS = (
    "from autograder.judge import points, require\n\n@points(1)\ndef test_it(student):\n    '''It.'''\n"
    "    require(False, f'There is {student.made(0.123456789)}.')\n"
)


@pytest.mark.parametrize(
    "made", ["secret", "(secret, 1)", "[secret]", "str(secret).encode()", "int(secret * 10**9)", "{secret, 'x'}"]
)
def test_a_sentence_repeats_no_number_of_an_answer_either(zygote, made):
    cells = [CellSource("a", f"def made(secret):\n    return {made}")]
    with zygote.run_notebook(cells, LIMITS) as run, Judge(bundle(REPEATS)) as judge:
        (verdict,) = judge.judge(run)
    assert "123456" not in messages(verdict)[0]


@pytest.mark.parametrize(
    ("name", "before", "planted"),
    [
        ("'extra'", "There is `extra`.", "There is `…`."),
        ("'adefhdbcdag'", "There is `adefhdbcdag`.", "There is `…`."),
        ("f'{secret} {secret * 3:.12f}'", "There is `…`.", "There is `…`."),
        ("'a whole sentence of some words'", "There is `a whole sentence of some words`.", "There is `…`."),
        ("'known_parameters'", "There is `known_parameters`.", "There is `…`."),
        ("'x' * 100_000", "There is `…`.", "There is `…`."),
    ],
)
def test_a_sentence_repeats_no_text_of_the_jail_that_may_hold_an_input(zygote, name, before, planted):
    cell = (
        "def made(secret):\n    class Made:\n"
        f"        def named_parameters(self):\n            return {{{name}: 1}}\n    return Made()"
    )
    with zygote.run_notebook([CellSource("a", cell)], LIMITS) as run, Judge(bundle(NAMES)) as judge:
        (verdict,) = judge.judge(run)
    assert messages(verdict) == [before, planted]


def test_more_texts_than_can_be_looked_for_cost_the_sentence():
    texts = HeardTexts()
    texts.hear({"answer": [str(number) for number in range(20_000)]})
    assert "123456789" not in texts.cleaned("The name 123456789 is wrong.", "", hide=False)


PLANTS = (
    "from autograder.judge import points\n\nLENDS = ('part',)\nSECRET = 'def part(x):\\n    return x + 4 - 1'\n\n"
    "@points(1)\ndef test_before(student):\n    '''Before.'''\n    student.fails(1)\n\n"
    "@points(1)\ndef test_planted(student):\n    '''Planted.'''\n    student.replace('part', SECRET)\n    student.fails(1)\n\n"
    "@points(1)\ndef test_after(student):\n    '''After.'''\n    student.fails(1)\n"
)
CATCHES = """
import builtins
real, caught = builtins.compile, []
def watch(source, *args, **kwargs):
    caught.append(source)
    return real(source, *args, **kwargs)
builtins.compile = watch
def fails(x):
    text = ' '.join(str(each) for each in caught if 'def part' in str(each)) or 'nothing yet'
    raise type(text, (ValueError,), {})(text)
"""


def test_while_planted_code_is_present_no_text_of_an_exception_is_shown(zygote):
    with zygote.run_notebook([CellSource("a", CATCHES)], LIMITS) as run, Judge(bundle(PLANTS)) as judge:
        (verdict,) = judge.judge(run)
    before, planted, after = messages(verdict)
    assert before == "Calling `fails(...)` raised ValueError: nothing yet"
    hidden = "Calling `fails(...)` raised ValueError (its text is not shown where parts of the grader are in use)"
    assert [planted, after] == [hidden, hidden]
    assert "x + 4" not in everything_said(verdict)
    assert "x + 4" not in repr(verdict.transcript)


# a rewritten jail: all snapshots share a piece of memory, and what is planted in one is said in another
CARRIES = """
import mmap, sys
runner, answers = (sys.modules[f"autograder.jail.inside.{name}"] for name in ("runner", "answers"))
real, plant, shared = runner.Runner._do_settle, answers.Answers._plant, []
def settle(self):
    reply = real(self)
    shared.append(mmap.mmap(-1, 4096))
    return reply
def keep(self, source, *given):
    shared[0][:len(source)] = source.encode()
    return plant(self, source, *given)
runner.Runner._do_settle = settle
answers.Answers._REQUESTS["plant"] = keep
def fails(x):
    if x == 1:
        raise ValueError(shared[0][:].strip(bytes(1)).decode() or "nothing yet")
    return fails(x - 1)
"""
ASKS = "from autograder.judge import points\n\n@points(1)\ndef test_it(student):\n    '''It.'''\n    student.fails(6)\n"


def test_what_was_planted_for_one_question_is_not_said_in_another(zygote):
    # in the order of their names the one that plants would come first, and the other planting one is judged after it
    files = {"a_plants": PLANTS, "b_asks": ASKS, "c_plants": PLANTS}
    checks = CheckBundle("a", {f"checks/{name}/test_{name}.py": text for name, text in files.items()})
    with zygote.run_notebook([CellSource("a", CARRIES)], LIMITS) as run, Judge(checks) as judge:
        first, asks, last = judge.judge(run)
    hidden = "Calling `fails(...)` raised ValueError (its text is not shown where parts of the grader are in use)"
    assert messages(asks) == ["Calling `fails(...)` raised ValueError: nothing yet"]
    assert messages(first) == [messages(asks)[0], hidden, hidden]
    assert messages(last) == [hidden, hidden, hidden]
    # which lines they are says something, too: few are shown then
    assert len(asks.checks[0].lines) > 2
    assert [len(check.lines) for check in last.checks] == [1, 1, 1]
    with zygote.run_notebook([CellSource("a", CARRIES)], LIMITS) as run, Judge(checks) as judge:
        for check in (*judge.judge(run, ["b_asks"]), *judge.judge(run, ["a_plants", "b_asks"])):
            assert "x + 4" not in everything_said(check)
        run.holds_secret = True
        assert len(judge.judge(run, ["b_asks"])[0].checks[0].lines) == 2


def test_helpers_that_anybody_may_read_hide_nothing(zygote):
    text = (
        "from autograder.judge import PassOn, points\n@points(1)\ndef test_it(student):\n    '''It.'''\n"
        "    student.plant(PassOn)()\n    student.f()\n"
    )
    cells = [CellSource("a", "def f():\n    raise ValueError('shapes differ')")]
    with zygote.run_notebook(cells, LIMITS) as run, Judge(bundle(text)) as judge:
        (verdict,) = judge.judge(run)
    assert messages(verdict) == ["Calling `f(...)` raised ValueError: shapes differ"]
