"""What a wrong answer has to do with the right one: told where it is so, and never where it could be luck."""

import pytest
import torch
import torch.nn.functional as F

from autograder.judge import CheckFailed, assert_close

torch.manual_seed(4)
SQUARE = torch.randn(5, 5, dtype=torch.float64)
IMAGE = torch.randn(2, 6, 7, 3, dtype=torch.float64)
ROWS = torch.randn(4, 6, dtype=torch.float64)
LINE = torch.randn(12, dtype=torch.float64)
BORDER = F.pad(torch.zeros(2, 4, 5, 3), (0, 0, 1, 1, 1, 1), value=1.0)


def changed(values, place, by=1.0):
    copy = values.clone()
    copy[place] += by
    return copy


def cause(answer, expected):
    with pytest.raises(CheckFailed) as failed:
        assert_close(answer, expected, hint="See Eq. (9).")
    assert failed.value.cause in failed.value.sentence
    assert failed.value.sentence.endswith("See Eq. (9).")
    return failed.value.cause


@pytest.mark.parametrize(
    ("answer", "expected", "said"),
    [
        (-LINE, LINE, "opposite sign"),
        (-IMAGE.float(), IMAGE, "opposite sign"),
        (LINE / 8, LINE, "off by the same factor"),
        (LINE * (767 / 768) ** 0.5, LINE, "off by the same factor"),
        (LINE * -3, LINE, "off by the same factor, and have the opposite sign"),
        (LINE + 2, LINE, "same number is added"),
        (LINE * 0, LINE, "All of its values are zero"),
        (SQUARE.T, SQUARE, "axes are swapped"),
        (ROWS.T, ROWS, "axes swapped"),
        (IMAGE[:, :6, :6].transpose(1, 2), IMAGE[:, :6, :6], "axes are swapped"),
        (ROWS.flip(1), ROWS, "in reverse order along its second axis"),
        (LINE.flip(0), LINE, "in reverse order."),
        (LINE.roll(1), LINE, "one place off:"),
        (ROWS.roll(-1, 1), ROWS, "one place off along its second axis"),
        (LINE[torch.tensor([3, 0, 8, 1, 7, 5, 2, 6, 4, 11, 10, 9])], LINE, "in another order"),
        (LINE * (1 + 1e-4 * torch.randn(12)), LINE, "four digits are right: is a number in the formula rounded"),
        (torch.softmax(ROWS, 0), torch.softmax(ROWS, 1), "another axis than they should: over which axis does softmax run"),
        (torch.sigmoid(ROWS), torch.softmax(ROWS, 1), "should sum to one"),
        (ROWS[None], ROWS, "axis of size 1 too many"),
        (LINE[:1].squeeze(), LINE[:1], "axis of size 1 too few"),
        (changed(ROWS, 0), ROWS, "Only the first row is wrong"),
        (changed(ROWS, (slice(None), -1)), ROWS, "Only the last column is wrong"),
        (changed(IMAGE, (slice(None), slice(1, None))), IMAGE, "Only the first entry along its second axis is right"),
        (changed(ROWS, (slice(None), slice(0, None, 2))), ROWS, "Every second column"),
        (IMAGE + IMAGE * BORDER, IMAGE, "at the border of the image"),
    ],
)  # fmt: skip
def test_the_relation_is_told(answer, expected, said):
    assert said in cause(answer, expected)


def test_what_is_computed_in_float32_is_right_to_its_digits():
    with pytest.raises(CheckFailed) as failed:
        assert_close(torch.exp(ROWS.float()).double(), torch.exp(ROWS), atol=1e-12, rtol=1e-12)
    assert "seven digits are right: is something computed in float32" in failed.value.cause


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (torch.randn(12), LINE),
        (-torch.ones(8), torch.ones(8)),
        (torch.tensor([2.0, 4.0]), torch.tensor([1.0, 2.0])),
        (torch.tensor(-3.0), torch.tensor(3.0)),
        (torch.tensor([0.0, 1, 0, 0, 1, 0, 0, 0]), torch.tensor([1.0, 0, 0, 0, 0, 0, 0, 1])),
        (torch.eye(6)[:, [0, 1, 2, 3, 5, 4]], torch.eye(6).flip(0)),
        (F.gelu(LINE, approximate="tanh"), F.gelu(LINE)),
        (changed(LINE, 3), LINE),
        (torch.cat([LINE[:6], -LINE[6:]]), LINE),
        (torch.randn(6, 6), torch.randn(6, 6)),
        (torch.cat([LINE, LINE.new_tensor([1e6 + 3])]), torch.cat([-LINE, LINE.new_tensor([1e6])])),
        (1000 + 1e-2 * torch.randn(8, dtype=torch.float64), 1000 + 1e-2 * torch.randn(8, dtype=torch.float64)),
        (torch.arange(8.0) ** 2, torch.arange(8.0)),
    ],
)  # fmt: skip
def test_nothing_is_claimed_by_luck(answer, expected):
    assert cause(answer, expected) == ""


def test_no_number_of_the_right_answer_is_told():
    with pytest.raises(CheckFailed) as failed:
        assert_close(LINE + 631.5, LINE)
    assert failed.value.sentence == (
        "The answer: all 12 values are wrong. The same number is added to every value, or missing from it."
    )
