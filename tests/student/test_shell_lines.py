"""Lines for the shell are found, named, and not run against a student's machine unless the student wants it."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.progress import silently
from autograder.student.run import run_cells, run_cells_and_shell_lines
from autograder.student.shell_lines import shell_lines
from tests.conftest import A0

runner = CliRunner()


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("!pip install numpy", [1]),
        ("x = 1\nif x:\n    !ls\n    y = !ls -l", [3, 4]),
        ("%pip install numpy\n%conda list\n%matplotlib inline\n%timeit 1", [1, 2]),
        ("\n%%bash\nls\nls", [2]),
        ("%%time\n!ls\nx = 1", [2]),
        ("%%capture\nx = 1", []),
        ("text = '''\n!pip install\n%pip\n'''\n!ls", [5]),
        ("(1\n!= 2)", []),
        ("x = 1 % pip\ny = 'a ! b'\n# !ls", []),
        ("%pipe", []),
        ("def broken(:\n    !ls", [2]),
    ],
)
def test_which_lines_are_for_the_shell(source: str, lines: list[int]) -> None:
    notebook = new_notebook(cells=[new_markdown_cell("!ls"), new_code_cell("1"), new_code_cell(source)])
    assert [(found.cell, found.line) for found in shell_lines(notebook)] == [(2, line) for line in lines]


TOUCHES = [
    *(
        "!touch {}/1",
        "%sx touch {}/2",
        "%%bash\ntouch {}/3",
        "x = !touch {}/4",
        "%%time\n!touch {}/5",
        "%system touch {}/6",
    ),
    *("!!touch {}/7", "%%!\ntouch {}/8", "%%script sh\ntouch {}/9", "get_ipython().system('touch {}/10')"),
]


def test_they_are_passed_over_and_everything_else_runs(tmp_path: Path) -> None:
    touching = [new_code_cell(source.format(tmp_path)) for source in TOUCHES]
    notebook = new_notebook(cells=[new_markdown_cell("text"), *touching, new_code_cell("print('here')")])
    assert run_cells(notebook, tmp_path, 30, silently) == ()
    assert notebook.cells[0].source == "text"
    assert notebook.cells[-1].outputs[0].text == "here\n"
    assert [
        cell.outputs for cell in notebook.cells[1:-1] if any(out.output_type == "error" for out in cell.outputs)
    ] == []
    assert list(tmp_path.iterdir()) == []
    run_cells_and_shell_lines(notebook, tmp_path, 30, silently)
    assert len(list(tmp_path.iterdir())) == len(TOUCHES)


@pytest.fixture
def installing(tiny_course: Course) -> Path:
    """A notebook whose second code cell would leave a trace."""
    notebook = nbformat.read(tiny_course.release(A0), as_version=4)
    notebook.cells.insert(2, new_code_cell("x = 1\n!touch it-ran"))
    path = tiny_course.root / "mine.ipynb"
    nbformat.write(notebook, path)
    return path


@pytest.mark.parametrize("command", ["check", "preflight"])
def test_where_nobody_can_be_asked_they_are_named_with_what_to_do(command: str, installing: Path) -> None:
    result = runner.invoke(app, [command, str(installing)])
    assert "Code cell 2, line 2, is for the shell of this machine and was not run: !touch it-ran" in result.stderr
    assert "To run it too: --run-shell." in result.stderr
    assert not (installing.parent / "it-ran").exists()
    result = runner.invoke(app, [command, str(installing), "--run-shell"])
    assert result.stderr == ""
    assert (installing.parent / "it-ran").exists()


@pytest.mark.parametrize(("answer", "runs"), [("", False), ("y", True)])
def test_on_a_terminal_it_asks(answer: str, runs: bool, installing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.cli.students._can_ask", lambda: True)
    result = runner.invoke(app, ["preflight", str(installing)], input=f"{answer}\n")
    assert "Run it too? [y/N]" in result.output
    assert (installing.parent / "it-ran").exists() is runs


def test_words_of_the_kernel_do_not_reach_the_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    speaking = new_code_cell("import os\nos.write(2, b'a warning of the kernel')\nos.system('echo loud >&2')")
    run_cells(new_notebook(cells=[speaking]), tmp_path, 30, silently)
    assert capfd.readouterr() == ("", "")
