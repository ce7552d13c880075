"""The command that takes grades back to where submissions came from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from autograder.cli.app import app
from autograder.cli.terminal import console, errors, progress
from autograder.course.folder import find_course

if TYPE_CHECKING:
    from autograder.export.write import Exported


class Target(StrEnum):
    """Where grades can go."""

    moodle = "moodle"
    canvas = "canvas"
    gradescope = "gradescope"
    csv = "csv"


@app.command()
def export(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
    to: Annotated[Target, typer.Option("--to", help="Where the grades go.")],
    output: Annotated[
        Path | None, typer.Option("--output", help="Folder for the files; exported/<assignment>/ by default.")
    ] = None,
    worksheet: Annotated[
        Path | None,
        typer.Option("--worksheet", help="Moodle's grading worksheet or Canvas's gradebook export, to be filled in."),
    ] = None,
    column: Annotated[
        str, typer.Option("--column", help="The worksheet's column for the grade, where it has another name.")
    ] = "",
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Export even while answers wait for a person.")
    ] = False,
    allow_weak_isolation: Annotated[
        bool,
        typer.Option(
            "--allow-weak-isolation",
            help="Gradescope: grade even where its container offers no namespaces; submissions can then read the checks and references.",
        ),
    ] = False,
) -> None:
    """Write grades and feedback in the form an LMS wants them back."""
    from autograder.export import write

    course = find_course()
    course.master(assignment)
    folder = output or course.exported(assignment)
    with progress("writing feedback") as show:
        if to is Target.moodle:
            done = write.to_moodle(course, assignment, folder, worksheet, column, unfinished, show)
        elif to is Target.canvas:
            done = write.to_canvas(course, assignment, folder, worksheet, column, unfinished)
        elif to is Target.gradescope:
            done = write.to_gradescope(course, assignment, folder, unfinished, allow_weak_isolation)
        else:
            done = write.to_csv(course, assignment, folder, unfinished)
    _tell(done)


def _tell(done: Exported) -> None:
    for path in done.files:
        console.print(path, highlight=False, soft_wrap=True, markup=False)
    for note in done.notes:
        errors.print(f"[yellow]note:[/] {escape(note)}", highlight=False, soft_wrap=True)
    console.print(done.next_step, highlight=False, soft_wrap=True, markup=False)
