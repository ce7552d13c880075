"""The command line: thin, it calls the same functions a test calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from autograder import __version__
from autograder.course import Course, find_course
from autograder.errors import CourseError

app = typer.Typer(
    help="Release assignments and check notebooks of the course on attention and transformers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
console = Console()
errors = Console(stderr=True)


def main() -> None:
    """Run the command; a course error is one sentence and exit code 2."""
    try:
        app()
    except CourseError as error:
        errors.print(f"[bold red]error:[/] {error}", highlight=False, soft_wrap=True)
        raise SystemExit(2) from None


def _version(wanted: bool) -> None:
    if wanted:
        console.print(f"autograder {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of every command."""


@app.command()
def release(
    assignment: Annotated[list[str] | None, typer.Argument(help="Assignments; all of them when left out.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail when a release is stale.")] = False,
) -> None:
    """Generate the students' notebooks from the masters."""
    from autograder.release import is_stale
    from autograder.release import release as make_release

    course = find_course()
    stale = []
    for name in assignment or course.assignments:
        if not check:
            path = make_release(course, name)
            console.print(f"released [bold]{name}[/] as {path.relative_to(course.root)}", highlight=False)
        elif is_stale(course, name):
            stale.append(name)
        else:
            console.print(f"[bold]{name}[/] is up to date", highlight=False)
    if stale:
        errors.print(
            f"[bold red]stale:[/] {', '.join(stale)}. Run: autograder release",
            highlight=False,
            soft_wrap=True,
        )
        raise typer.Exit(1)


@app.command()
def check(
    notebook: Annotated[Path, typer.Argument(help="Your notebook (.ipynb).")],
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one cell may take.")] = 60,
) -> None:
    """Run the public checks of a notebook from top to bottom and show the result."""
    from autograder.public import check_notebook

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("running cells", total=None)
        outcomes = check_notebook(
            _course_of(notebook),
            notebook,
            seconds,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    table = Table("question", "", "result", title=notebook.name, title_justify="left")
    for outcome in outcomes:
        mark, style = ("✓", "green") if outcome.passed else ("✗", "red")
        name = f"{outcome.question.part}{outcome.question.letter} {outcome.question.id}"
        table.add_row(name, f"[{style}]{mark}[/]", outcome.message)
    console.print(table)
    passed = sum(outcome.passed for outcome in outcomes)
    console.print(f"{passed} of {len(outcomes)} questions pass their public checks. Hidden checks decide the grade.")
    raise typer.Exit(0 if passed == len(outcomes) else 1)


def _course_of(notebook: Path) -> Course:
    """The course of the current folder, of the notebook's folder, or the one this package was installed from."""
    for place in (Path.cwd(), notebook.parent, Path(__file__).parent):
        try:
            return find_course(place)
        except CourseError:
            continue
    return find_course()
