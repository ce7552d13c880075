"""The command that writes what students get after the due date."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.cli.app import app
from autograder.cli.terminal import console, progress, shown
from autograder.course.folder import find_course


@app.command()
def solutions(
    assignment: Annotated[str, typer.Argument(help="An assignment whose due date has passed.")],
    run: Annotated[
        str,
        typer.Option(
            "--run",
            help="How much of the notebook is run for its figures: full, quick (training takes a few steps) or none.",
        ),
    ] = "quick",
    force: Annotated[bool, typer.Option("--force", help="Write them although students may still hand in.")] = False,
) -> None:
    """Write a worked notebook and page, to be handed out when nobody can hand in any more."""
    from autograder.worked.run import Extent
    from autograder.worked.write import write_solutions

    if run not in list(Extent):
        raise typer.BadParameter(f"'{run}' is none of {', '.join(Extent)}.", param_hint="--run")
    course = find_course()
    with progress("running cells") as show:
        written = write_solutions(course, assignment, Extent(run), force, show)
    for path in written:
        console.print(shown(path, course.root), highlight=False, soft_wrap=True, markup=False)
    console.print("Hand out both: they hold the answers and marking schemes, and no hidden check.", highlight=False)
