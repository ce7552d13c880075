"""What students see of public checks: run in a real kernel, as their notebook runs."""

import json
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.course.cells import UNANSWERED
from autograder.course.includes import put_in_parts
from tests.course.test_questions import graded
from tests.kernel import errors_of, printed_by, run_in_kernel

STUB = 'def {0}(x):\n    # YOUR CODE HERE\n    raise NotImplementedError("{1}: not filled in yet")'
CHECK = "with public_check({0!r}):\n    assert {0}(2) == 4, 'twice 2 is 4'"


def notebook_with(**cells: str) -> NotebookNode:
    """A notebook with public checks of three questions, two written answers, and some cells."""
    asked = []
    for label, name in (("1a", "double"), ("1b", "triple"), ("1c", "mode")):
        asked += [new_markdown_cell(f"### {label} · About {name} · ●○○ · 5 min"), graded(f"test_{name}", 1)]
    written = [graded("explain_double", 1, solution=True), graded("explain_triple", 1, solution=True)]
    master = new_notebook(cells=[*asked, *written, new_code_cell("# include: public_checks", id="public_checks")])
    put_in_parts(master)
    own = [new_code_cell(source, id=name) for name, source in cells.items()]
    return new_notebook(cells=[master.cells[-1], *own])


def run(monkeypatch: pytest.MonkeyPatch, **cells: str) -> NotebookNode:
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return run_in_kernel(notebook_with(**cells), graded=False)


def shown(notebook: NotebookNode, name: str) -> str:
    """The red output of a cell."""
    cell = next(cell for cell in notebook.cells if cell.id == name)
    return "\n".join(line for output in cell.outputs if output.output_type == "error" for line in output.traceback)


@pytest.fixture(scope="module")
def ran() -> Iterator[NotebookNode]:
    """One run of a notebook in which many things happen."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield run(
            monkeypatch,
            unfilled=STUB.format("double", "1a · About double") + "\n" + STUB.format("triple", "1b · About triple"),
            unfilled_check=CHECK.format("double"),
            uses_other="def double(x):\n    return triple(x) - x",
            uses_other_check=CHECK.format("double"),
            right="def double(x):\n    return 2 * x",
            right_check="with public_check('double'):\n    left_behind = double(2)\n    assert left_behind == 4",
            leaked="print(left_behind)",
            half="def helper(x):\n    return x\n\n\n" + STUB.format("triple", "1b · About triple"),
            half_check="with public_check('triple'):\n    assert triple(1) == 3",
            open="mode = ...  # YOUR CODE HERE",
            open_check="with public_check('mode'):\n    assert mode in {'a', 'b'}, 'choose a or b'",
            unasserted_check="with public_check('mode'):\n    repr(mode)",
            wrong="def double(x):\n    return x",
            wrong_check=CHECK.format("double"),
            silent="def double(x):\n    2 * x",
            silent_check=CHECK.format("double"),
            raises="def double(x):\n    y = 2\n    return y * missing",
            raises_check=CHECK.format("double"),
            long_check="with public_check('double'):\n    assert 1 == 2, 'many words ' * 20",
            bare_check="with public_check('double'):\n    assert 1 == 2",
            own_stub="def double(x):\n    raise NotImplementedError",
            own_stub_check=CHECK.format("double"),
            given="with when_filled_in():\n    made = triple(1)",
            given_later="with when_filled_in():\n    print(made)",
            given_wrong="with when_filled_in():\n    print(never_made)",
        )


def test_an_unfilled_cell_is_passed_over_and_named_as_in_its_heading(ran: NotebookNode) -> None:
    assert printed_by(ran, "unfilled_check") == "1a · About double: not filled in yet\n0 of 3 public checks\n"
    assert printed_by(ran, "own_stub_check").startswith("1a · About double: not filled in yet\n")


def test_what_waits_for_another_question_says_for_which(ran: NotebookNode) -> None:
    said = printed_by(ran, "uses_other_check")
    assert said.startswith("1a · About double: waits for 1b · About triple, which is not filled in yet\n")


def test_a_check_that_passes_counts_until_it_fails_and_its_names_stay_for_later_cells(ran: NotebookNode) -> None:
    assert printed_by(ran, "right_check") == (
        "\x1b[32m✓ 1a · About double: public checks passed\x1b[0m\n1 of 3 public checks\n"
    )
    assert printed_by(ran, "leaked") == "4\n"
    assert printed_by(ran, "half_check").endswith("\n1 of 3 public checks\n")
    assert shown(ran, "wrong_check").endswith("\n0 of 3 public checks")


def test_a_half_filled_cell_says_what_is_missing(ran: NotebookNode) -> None:
    assert printed_by(ran, "half_check").startswith("1b · About triple: `triple` is not filled in yet\n")
    for check in ("open_check", "unasserted_check"):
        assert printed_by(ran, check).startswith("1c · About mode: `mode` is not filled in yet\n")


def test_a_failing_check_is_red_and_says_one_sentence(ran: NotebookNode) -> None:
    assert shown(ran, "wrong_check").splitlines() == [
        "\x1b[1;31m✗\x1b[0m \x1b[1m1a · About double\x1b[0m",
        "twice 2 is 4",
        "",
        "0 of 3 public checks",
    ]
    assert errors_of(ran)["wrong_check"] == "PublicCheckFailed: twice 2 is 4"
    assert "Your function `double` returned nothing" in shown(ran, "silent_check")
    assert max(map(len, shown(ran, "long_check").splitlines())) == 98
    assert "This is not so: assert 1 == 2" in shown(ran, "bare_check")


def test_an_error_in_an_answer_shows_its_line_and_no_frame_of_ours(ran: NotebookNode) -> None:
    text = shown(ran, "raises_check")
    assert "`missing` is not defined" in text
    assert "line 3 of its cell:\n    return y * missing" in text
    assert "public_check" not in text
    assert "Traceback" not in text


def test_given_code_waits_for_what_is_not_filled_in_and_for_what_such_code_would_have_made(ran: NotebookNode) -> None:
    waits = "This waits for 1b · About triple, which is not filled in yet.\n"
    assert printed_by(ran, "given") == printed_by(ran, "given_later") == waits
    assert errors_of(ran)["given_wrong"] == "NameError: name 'never_made' is not defined"


def test_the_score_at_the_top_is_the_newest(ran: NotebookNode) -> None:
    (top,) = ran.cells[0].outputs
    assert top.data["text/plain"] == "0 of 3 public checks"
    assert top.data["text/markdown"] == "**0 of 3 public checks**"


def test_interrupting_a_check_is_no_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = run(monkeypatch, check="with public_check('double'):\n    raise KeyboardInterrupt")
    assert errors_of(notebook)["check"].startswith("KeyboardInterrupt")


def test_when_graded_there_is_no_score_and_an_unfilled_cell_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    unfilled = STUB.format("double", "1a · About double")
    notebook = run_in_kernel(
        notebook_with(
            unfilled=unfilled,
            check=CHECK.format("double"),
            mode="mode = ...",
            mode_check="with public_check('mode'):\n    assert mode in 'ab'",
            right="def double(x):\n    return 4",
            right_check=CHECK.format("double"),
        )
    )
    assert notebook.cells[0].outputs == []
    assert printed_by(notebook, "right_check") == "1a · About double: public checks passed\n"
    assert errors_of(notebook) == {
        "check": "NotImplementedError: 1a · About double: not filled in yet",
        "mode_check": "NotImplementedError: 1c · About mode: `mode` is not filled in yet",
    }


def written(name: str, text: str, named: bool = True) -> NotebookNode:
    metadata = {"nbgrader": {"grade_id": name}} if named else {}
    return new_markdown_cell(text, id=name if named else f"cell-{len(text)}", metadata=metadata)


SAVED = {
    "one of two": [written("explain_double", "Because."), written("explain_triple", UNANSWERED)],
    "ids only": [new_markdown_cell("Because.", id="explain_double"), new_markdown_cell(" ", id="explain_triple")],
    "no names": [written("explain_double", "Because.", named=False), written("y", UNANSWERED + "\n", named=False)],
}


@pytest.mark.parametrize("kind", SAVED)
def test_written_answers_are_counted_in_the_saved_notebook(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "mine.ipynb"
    nbformat.write(new_notebook(cells=SAVED[kind]), saved)
    assert score(saved, monkeypatch) == "0 of 3 public checks, 1 of 2 written answers filled (as last saved)"


BROKEN = {
    "no file": None,
    "no JSON": b"{",
    "no notebook": b"[]",
    "odd cells": json.dumps({"cells": [{"cell_type": "markdown", "source": 5}, 7]}).encode(),
    "nothing known": json.dumps({"cells": []}).encode(),
    "deep": b"[" * 100_000,
    "too large": b" " * 50_000_001,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_where_the_saved_notebook_cannot_be_read_only_checks_are_counted(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "mine.ipynb"
    if (content := BROKEN[kind]) is not None:
        saved.write_bytes(content)
    assert score(saved, monkeypatch) == "0 of 3 public checks"


def score(saved: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The score line of a notebook that Jupyter says is saved there."""
    monkeypatch.setenv("JPY_SESSION_NAME", str(saved))
    notebook = run_in_kernel(notebook_with(), graded=False)
    text: str = notebook.cells[0].outputs[0].data["text/plain"]
    return text


def test_vs_code_names_the_notebook_in_another_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = tmp_path / "mine.ipynb"
    nbformat.write(new_notebook(cells=SAVED["one of two"]), saved)
    place = f"__vsc_ipynb_file__ = {str(saved)!r}"
    notebook = run(monkeypatch, place=place, again="print(score_line())")
    assert printed_by(notebook, "again").endswith("1 of 2 written answers filled (as last saved)\n")
