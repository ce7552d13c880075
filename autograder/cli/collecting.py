"""Commands that bring submissions in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer
from rich.markup import escape

from autograder.cli.app import app
from autograder.cli.terminal import console
from autograder.course.folder import find_course
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.intake.collect import Collection
    from autograder.intake.submitted_folder import State

WORDS: dict[State, str] = {
    "new": "new",
    "newer": "newer than before (the older ones are archived)",
    "older": "older than what is there (archived)",
    "unchanged": "unchanged",
}


@app.command()
def collect(
    assignment: Annotated[str, typer.Argument(help="The assignment that was handed in.")],
    source: Annotated[Path, typer.Argument(help="A zip from Moodle or Canvas, a folder, or one notebook.")],
    roster: Annotated[
        Path | None,
        typer.Option("--roster", help="Who is who: CSV of Moodle or Canvas, or with columns id,name,email."),
    ] = None,
    student: Annotated[str | None, typer.Option("--student", help="All of it is from this student.")] = None,
    timezone: Annotated[
        str | None,
        typer.Option("--timezone", help="Zone of the times in a zip, such as Europe/Berlin; else this machine's."),
    ] = None,
) -> None:
    """Fill submitted/ from an LMS's archive, with the times of submission."""
    from autograder.intake.collect import collect as take_all

    if source.suffix.lower() == ".ipynb" and student is None:
        raise CourseError(f"Whose is {source.name}? Say so with --student ID.")
    collection = take_all(find_course(), assignment, source, roster, student, _zone(timezone))
    print_collection(collection)
    raise typer.Exit(1 if collection.left else 0)


def print_collection(collection: Collection) -> None:
    """What was taken in a line, and a line for everything that was not."""
    for each in collection.taken:
        for remark in each.remarks:
            console.print(f"[cyan]{escape(each.student)}[/]: {escape(remark)}", highlight=False, soft_wrap=True)
    for left in collection.left:
        console.print(f"[yellow]left alone:[/] {escape(left.sentence)}", highlight=False, soft_wrap=True)
    for remark in collection.remarks:
        console.print(f"[dim]{escape(remark)}[/]", highlight=False, soft_wrap=True)
    states = Counter(each.state for each in collection.taken)
    parts = ", ".join(f"{states[state]} {WORDS[state]}" for state in WORDS if states[state])
    count = len(collection.taken)
    console.print(
        f"{collection.assignment}: {count} {'submission' if count == 1 else 'submissions'} from {collection.system}"
        f"{f': {parts}' if parts else ''}; {len(collection.left)} left alone.",
        highlight=False,
        soft_wrap=True,
    )


def _zone(name: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError, KeyError):
        raise CourseError(f"There is no time zone '{name}'. Write it like Europe/Berlin or UTC.") from None
