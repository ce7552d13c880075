"""What people wrote, made safe and readable piece by piece."""

from __future__ import annotations

import sys
import time

import pytest

from autograder.feedback.content import CellScore, Feedback, QuestionFeedback, ShownCheck
from autograder.feedback.outputs import shown_outputs
from autograder.feedback.page import page
from autograder.pages import markup
from autograder.pages.pictures import checked_address, data_address
from autograder.pages.text import ELSEWHERE, presentable, shortened, trimmed_traceback

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def test_a_traceback_keeps_the_students_cells_only() -> None:
    entries = [
        "\x1b[31m" + "-" * 75 + "\x1b[39m",
        "ValueError                                Traceback (most recent call last)",
        "\x1b[36mCell\x1b[39m In[3], line 1\n----> 1 f(0)\n",
        "File \x1b[32m/opt/grader/autograder/jail/shell.py:7\x1b[39m, in ask(prompt)\n      7 secret()\n",
        "File ~/venv/lib/python3.11/site-packages/torch/nn.py:9, in linear()\n      9 wrong()\n",
        "ValueError: no",
    ]
    assert trimmed_traceback(entries).split("\n") == [
        entries[1],
        "Cell In[3], line 1",
        "----> 1 f(0)",
        ELSEWHERE,
        entries[5],
    ]


def test_a_printed_traceback_loses_the_frames_of_files() -> None:
    printed = (
        'Traceback (most recent call last):\n  File "<ipython-input-2-0af1>", line 3, in <module>\n    f()\n'
        '  File "/opt/autograder/x.py", line 1, in f\n    secret()\n    ^^^^^^\nValueError: no'
    )
    lines = [
        "Traceback (most recent call last):",
        "  File Cell In[2], line 3, in <module>",
        "    f()",
        f"  {ELSEWHERE}",
        "ValueError: no",
    ]
    assert presentable(printed).split("\n") == lines


def test_paths_of_the_machine_become_names_of_libraries() -> None:
    assert (
        presentable(f"{sys.prefix}/lib/python3.11/site-packages/torch/nn.py:3: UserWarning")
        == "torch/nn.py:3: UserWarning"
    )
    for folder in ("/srv/course", "/srv/Prüfung (neu)/my course"):
        assert presentable(f"see {folder}/gradebook.db", [folder]) == "see …/gradebook.db"
        assert presentable(f"in '{folder}/lib/python3.11/site-packages/torch/nn.py'", [folder]) == "in 'torch/nn.py'"


def test_long_output_keeps_its_beginning_and_end() -> None:
    lines = shortened("\n".join(map(str, range(1000)))).split("\n")
    assert (lines[0], lines[-1], len(lines)) == ("0", "999", 151)
    assert "[… 850 lines left out …]" in lines


@pytest.mark.parametrize("kind", ["text/html", "image/svg+xml", "application/javascript"])
def test_what_a_browser_would_run_is_text(kind: str) -> None:
    (output,) = shown_outputs([{"output_type": "display_data", "data": {kind: "<script>x</script>"}}])
    assert (output.kind, output.content) == ("text", "<script>x</script>")


@pytest.mark.parametrize(
    "text",
    [
        "<Figure size 640x480 with 1 Axes>",
        "[<matplotlib.lines.Line2D at 0x7f2a5c>]",
        "<matplotlib.image.AxesImage at 0x7f>",
        "(<Figure size 640x480 with 1 Axes>, <Axes: title={'center': 'x'}>)",
        "array([<Axes: >, <Axes: >], dtype=object)",
        "<BarContainer object of 3 artists>",
        "Text(0.5, 1.0, 'title')",
    ],
)
def test_what_only_names_something_drawn_is_left_out(text: str) -> None:
    assert shown_outputs([{"output_type": "execute_result", "data": {"text/plain": text}}]) == ()
    with_picture = {"output_type": "display_data", "data": {"text/plain": text, "image/png": DOT}}
    assert [output.kind for output in shown_outputs([with_picture])] == ["picture"]


def test_other_results_are_not_taken_for_something_drawn() -> None:
    for text in ("[<Tree>]", "'<Figure size 1x1>'", "Text", "tensor([1.])", "<Leaf: Axes>"):
        (output,) = shown_outputs([{"output_type": "execute_result", "data": {"text/plain": text}}])
        assert output.content == text


def test_a_picture_is_known_by_what_is_in_it() -> None:
    assert data_address(DOT) == f"data:image/png;base64,{DOT}"
    assert data_address("PHN2ZyBvbmxvYWQ9IngiLz4=") is None
    assert checked_address(f"data:image/png;base64,{DOT}") == f"data:image/png;base64,{DOT}"
    assert checked_address("https://example.org/x.png") is None


def test_markdown_keeps_formulas_and_harmless_tags() -> None:
    html = markup.markdown("# A\n\n$a_1 < b_2$ and x<sub>2</sub> [so](https://example.org) <b onclick=x>y</b>")
    assert "<h4>A</h4>" in html
    assert '<span class="math"><math><msub><mi>a</mi><mn>1</mn></msub><mo>&lt;</mo>' in html
    assert "x<sub>2</sub>" in html
    assert '<a href="https://example.org" rel="noopener noreferrer">so</a>' in html
    assert "<b>y</b>" in html


@pytest.mark.parametrize(
    "text",
    [
        *("<b>", "<div>", "[", "$a ", "`", "> ", "\\begin{a}", "<b><p>", "![a](", "<table><tr><td>"),
        *("\\[", "\\(", "$'$", "\\[a\\]\n", "$\\hat{x}$"),
    ],
)
def test_hostile_markdown_takes_no_time_to_speak_of(text: str) -> None:
    began = time.process_time()
    markup.markdown(text * (20_000 // len(text)))
    markup.markdown(text * 20_000)
    assert time.process_time() - began < 5


def test_a_sentence_marks_code_and_escapes_the_rest() -> None:
    assert markup.sentence("`a<b` is <i>") == "<code>a&lt;b</code> is &lt;i&gt;"


def test_a_page_says_nothing_it_was_not_given_and_escapes_all_it_was() -> None:
    evil = "<script>x</script>"
    question = QuestionFeedback(
        evil, evil, evil, CellScore(1, 2, note=evil), checks=(ShownCheck(evil, 1, 0, False, (evil,), (evil,)),)
    )
    html = page(Feedback(evil, evil, evil, 1, 2, evil, 1, evil, "", (evil,), (question,)))
    assert "<script" not in html
    assert html.startswith("<!DOCTYPE html>")


def test_spaces_at_the_end_of_lines_reach_no_lexer() -> None:
    # Pygments' time grows with the square of the number of lines of spaces
    shown = markup.code("x = 1  \n \n\t\ny = 2 ")
    assert shown == markup.code("x = 1\n\n\ny = 2")
