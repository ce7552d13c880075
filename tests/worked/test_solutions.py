"""`autograder solutions`: written after the due date only, with answers and marking schemes, and nothing that stays hidden."""

from __future__ import annotations

import ast
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.progress import silently
from autograder.errors import CourseError
from autograder.worked.cells import Part, WorkedCell, worked_cells
from autograder.worked.due import last_due, refuse_before_due
from autograder.worked.page import worked_page
from autograder.worked.run import Extent, with_outputs
from autograder.worked.write import write_solutions
from tests.conftest import A0
from tests.kernel import errors_of, run_in_kernel

DUE = datetime(2025, 3, 1, 12, tzinfo=UTC)
HINTS = "Ask.\n\n<details><summary>Hint 1</summary>\nLook at <code>x</code>.\n</details>\n<details><summary>More</summary>\n\n- one\n- two\n</details>"


def set_due(course: Course, due: datetime | None = DUE) -> None:
    with Gradebook(course.db_url) as gradebook:
        gradebook.update_or_create_assignment(A0, duedate=due.replace(tzinfo=None) if due else None)


@pytest.mark.filterwarnings("ignore:Object of type <Submitted")  # nbgrader's own
def test_it_is_refused_until_the_last_student_has_to_hand_in(tiny_course: Course) -> None:
    set_due(tiny_course)
    with pytest.raises(CourseError, match=r"can be handed in until 2025-03-01 12:00 UTC.*--force"):
        refuse_before_due(tiny_course, A0, DUE - timedelta(seconds=1))
    refuse_before_due(tiny_course, A0, DUE)
    with Gradebook(tiny_course.db_url) as gradebook:
        gradebook.update_or_create_student("ada")
        gradebook.add_submission(A0, "ada")
        gradebook.grant_extension(A0, "ada", days=2)
    assert last_due(tiny_course, A0) == DUE + timedelta(days=2)
    with pytest.raises(CourseError, match="until 2025-03-03"):
        refuse_before_due(tiny_course, A0, DUE)


def test_without_a_due_date_or_a_gradebook_it_is_refused_too(tiny_course: Course) -> None:
    with pytest.raises(CourseError, match="has no due date in the gradebook"):
        refuse_before_due(tiny_course, A0)
    (tiny_course.root / "gradebook.db").unlink()
    with pytest.raises(CourseError, match="has no due date in the gradebook"):
        write_solutions(tiny_course, A0)
    assert not (tiny_course.root / "gradebook.db").exists()
    assert not tiny_course.worked(A0).exists()


def test_the_command_writes_both_where_git_and_the_kit_do_not_look(
    tiny_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny_course.root)
    refused = CliRunner().invoke(app, ["solutions", A0])
    assert isinstance(refused.exception, CourseError)
    done = CliRunner().invoke(app, ["solutions", A0, "--force", "--run", "none"])
    assert done.exit_code == 0, done.output
    folder = tiny_course.root / "exported" / A0 / "solutions"
    assert sorted(path.name for path in folder.iterdir()) == [f"{A0}_solutions.html", f"{A0}_solutions.ipynb"]
    assert f"exported/{A0}/solutions/{A0}_solutions.html" in done.output
    assert CliRunner().invoke(app, ["solutions", A0, "--run", "all"]).exit_code == 2


def test_what_students_get_runs_and_holds_answers_and_schemes_but_no_marks(tiny_course: Course) -> None:
    notebook, page = write_solutions(tiny_course, A0, Extent.quick, force=True)
    read = nbformat.read(notebook, as_version=4)
    assert errors_of(run_in_kernel(read, graded=False)) == {}
    html = page.read_text()
    for text in (notebook.read_text(), html):
        assert "It would divide by zero." in text
        assert "1 point: a division by zero." in text
        assert "How it is marked" in text
        for mark in (
            "BEGIN SOLUTION",
            "MARK SCHEME",
            "DO NOT CHANGE",
            "nbgrader=",
            "YOUR CODE HERE",
        ):
            assert mark not in text
    assert "return math.pi * radius**2" in notebook.read_text()
    assert "course" not in read.metadata
    assert not any("nbgrader" in cell.metadata for cell in read.cells)
    assert "<script" not in html


def test_nothing_of_hidden_checks_is_in_it(tiny_course: Course) -> None:
    paths = write_solutions(tiny_course, A0, Extent.none, force=True)
    hidden = [
        node.value
        for file in tiny_course.solution(A0).checks.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > 20
    ]
    assert hidden
    assert [text for text in hidden for path in paths if text in path.read_text()] == []


def test_hints_are_open() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(HINTS)])
    [cell] = worked_cells(notebook)
    assert cell.source == "Ask.\n\n\n**Hint 1.** Look at <code>x</code>.\n\n\n**More.**\n\n- one\n- two"


def test_figures_are_in_it_and_widgets_and_checks_are_quiet() -> None:
    draws = "from IPython.display import display\ndisplay({'image/png': 'iVBORw0KGgo='}, raw=True)"
    widget = "display({'application/vnd.jupyter.widget-view+json': {}, 'text/plain': 'a slider'}, raw=True)"
    cells = [
        WorkedCell(Part.TEXT, "### 1a · Draw · 2 points\n\n```\n# no heading\n```"),
        WorkedCell(Part.ANSWER, draws),
        WorkedCell(Part.GIVEN, widget),
        WorkedCell(Part.CHECKS, f"print('passed')\n{draws}"),
        WorkedCell(Part.TEXT, "text\n\n---\n# Part 2\n\nmore"),
    ]
    ran = with_outputs(cells, Extent.quick, silently)
    assert [len(cell.outputs) for cell in ran] == [0, 1, 0, 1, 0]
    html = worked_page("Title", "Introduction.", ran, ())
    assert html.count("<img src=") == 2
    assert html.count("<article") == 2
    assert '<li><a href="#s-1">1a · Draw</a></li>' in html


def test_a_master_that_does_not_run_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        CourseError, match="The master's code cell 'mean' does not run: ZeroDivisionError: division by zero"
    ):
        with_outputs(
            [WorkedCell(Part.GIVEN, "x = 1"), WorkedCell(Part.ANSWER, "1 / 0", "mean")], Extent.quick, silently
        )


def test_how_much_is_run_is_told_to_the_notebook() -> None:
    cell = WorkedCell(Part.ANSWER, "import os\nprint('NBGRADER_EXECUTION' in os.environ)")
    said = {extent: with_outputs([cell], extent, silently)[0].outputs for extent in Extent}
    assert said[Extent.quick][0].text == "True\n"
    assert said[Extent.full][0].text == "False\n"
    assert said[Extent.none] == ()
