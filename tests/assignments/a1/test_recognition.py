"""Known mistakes of assignment 1, written by somebody else: another order of heads, helpers, prints, more arguments."""

import textwrap
import warnings
from collections.abc import Callable, Iterator

import pytest

with warnings.catch_warnings():
    # third-party modules warn while they are imported
    warnings.simplefilter("ignore")
    from autograder.course import Course
    from autograder.diagnosis.diagnosis import Diagnosis, diagnose
    from autograder.diagnosis.examples import MISTAKE, read_examples
    from autograder.diagnosis.recognise import KnownMistake, is_told_by_answers
    from tests.assignments.a1.asking import Asked, asking
    from tests.conftest import A1, ROOT

Known = Callable[[str, str], KnownMistake]
TOLERANCE = Course(ROOT).settings.tolerance


@pytest.fixture(scope="module")
def ask(course: Course) -> Iterator[Asked]:
    """The verdict on one question of the master, whose cell is another one."""
    with asking(course) as asked:
        yield asked


@pytest.fixture(scope="module")
def known(course: Course, ask: Asked) -> Known:
    """A known mistake with what it answers."""
    examples = {(each.question, each.name): each for each in read_examples(course.solution(A1), MISTAKE)}

    def mistake(question: str, name: str) -> KnownMistake:
        example = examples[question, name]
        transcript = ask(question, example.source).transcript
        found = KnownMistake(example, transcript)
        assert is_told_by_answers(transcript, found, TOLERANCE)
        return found

    return mistake


def diagnosis(ask: Asked, mistake: KnownMistake, source: str) -> Diagnosis:
    return diagnose(ask(mistake.example.question, source), [mistake], TOLERANCE)


def names(found: Diagnosis) -> list[str]:
    return [mistake.name for mistake in found.mistakes]


@pytest.mark.parametrize("name", ["sign_of_delta", "not_centred", "axes_swapped", "bias_of_input_channels"])
def test_the_order_of_heads_makes_no_difference_to_conv_to_attention(ask: Asked, known: Known, name: str) -> None:
    mistake = known("conv_to_attention", name)
    turned = mistake.example.source + textwrap.dedent("""
        in_order = conv_to_attention

        def conv_to_attention(weight, bias):
            centers, W_heads, b_out = in_order(weight, bias)
            order = torch.randperm(len(centers))
            return centers[order], W_heads[order], b_out
        """)
    assert names(diagnosis(ask, mistake, turned)) == [name]


@pytest.mark.parametrize("name", ["squared", "not_centred"])
def test_the_order_of_heads_makes_no_difference_to_dilated_centers(ask: Asked, known: Known, name: str) -> None:
    mistake = known("dilation", name)
    turned = mistake.example.source + textwrap.dedent("""
        in_order = dilated_centers

        def dilated_centers(K, dilation):
            return [row.tolist() for row in in_order(K, dilation).flip(0)]
        """)
    assert names(diagnosis(ask, mistake, turned)) == [name]


def test_a_pairing_of_centres_and_matrices_that_is_wrong_is_no_other_order(ask: Asked, known: Known) -> None:
    mistake = known("conv_to_attention", "sign_of_delta")
    scrambled = mistake.example.source + textwrap.dedent("""
        in_order = conv_to_attention

        def conv_to_attention(weight, bias):
            centers, W_heads, b_out = in_order(weight, bias)
            return centers, W_heads.roll(1, 0), b_out
        """)
    assert names(diagnosis(ask, mistake, scrambled)) == []


RIGHT_EXACT = """
def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
"""


@pytest.mark.parametrize("scale", ["0.7979", "0.797885"])
def test_a_rounded_constant_is_not_told_that_it_casts_to_float32(ask: Asked, known: Known, scale: str) -> None:
    rounded = f"""{RIGHT_EXACT}
def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh({scale} * (x + 0.044715 * x**3)))
"""
    cast = f"""{RIGHT_EXACT}
def gelu_tanh(x):
    y = x.to(torch.float32)
    inner = (y + 0.044715 * torch.pow(y, 3)) * (2 / math.pi) ** 0.5
    return (torch.tanh(inner) + 1) * y / 2
"""
    mistake = known("gelu", "tanh_cast_to_float32")
    assert names(diagnosis(ask, mistake, rounded)) == []
    assert names(diagnosis(ask, mistake, cast)) == ["tanh_cast_to_float32"]


def test_helpers_prints_more_arguments_and_constants_in_float32_make_no_difference(ask: Asked, known: Known) -> None:
    written_again = """
import numpy as np

half = torch.tensor(0.5)

def gate(value, root=torch.sqrt(torch.tensor(2.0 / np.pi))):
    print("the gate of", tuple(value.shape))
    return 1 + torch.tanh(root * value)

def gelu_exact(x, verbose=False):
    return x * half * (1 + torch.erf(x / np.sqrt(2)))

def gelu_tanh(x, constant=0.44715, *, gate=gate):
    return half * x * gate(x + constant * x * x * x)
"""
    mistake = known("gelu", "coefficient_too_large")
    assert names(diagnosis(ask, mistake, written_again)) == ["coefficient_too_large"]


TWO_AT_ONCE = """
def weights_of(scores, size):
    return (scores / size**0.5).softmax(0)

def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.flatten(0, 1)
    scores = tokens @ (W_k @ (W_q.T @ Z[q[0], q[1]]))
    return weights_of(scores, len(W_q.T)) @ tokens @ W_v

def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))]
    return torch.stack(heads).T.flatten() @ W_out + b_out
"""


def test_two_mistakes_at_once_are_both_recognised_and_one_alone_is_not(ask: Asked, known: Known) -> None:
    first, second = known("pixel_attention", "heads_interleaved"), known("pixel_attention", "scaled_scores")
    verdict = ask("pixel_attention", TWO_AT_ONCE)
    assert names(diagnose(verdict, [first, second], TOLERANCE)) == ["heads_interleaved", "scaled_scores"]
    # their answers in common, which neither gives alone, are explained by nothing else
    assert names(diagnose(verdict, [first], TOLERANCE)) == []
