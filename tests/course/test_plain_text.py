"""Text that students chose is shown, not obeyed."""

import pytest

from autograder.course.plain_text import neutral, one_line


@pytest.mark.parametrize("code", ["\x1b", "\x07", "\r", "\x08", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\udcff"])
def test_what_a_terminal_obeys_is_replaced(code: str) -> None:
    assert neutral(f"a{code}b") == "a\ufffdb"


def test_names_of_people_stay_as_they_are() -> None:
    for name in ("Ann-Marie O'Neill", "Łukasz Żółć", "محمد", "نرگس\u200cسادات", "李", "👩\u200d🔬"):
        assert neutral(name) == one_line(name) == name


def test_a_line_cannot_look_like_two() -> None:
    assert one_line("ann\nben: 10 points") == "ann ben: 10 points"
    assert neutral("a\n\tb") == "a\n\tb"
