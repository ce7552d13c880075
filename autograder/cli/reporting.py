"""Commands that tell the instructor how a class did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from autograder.cli.app import app
from autograder.cli.terminal import console, errors, shown
from autograder.course.folder import Course, find_course

if TYPE_CHECKING:
    from autograder.pages.students import Names
    from autograder.report.write import WrittenReport
    from autograder.similarity.content import Similarity


Anonymous = Annotated[bool, typer.Option("--anonymous", help="Number the students instead of naming them.")]
Output = Annotated[
    Path | None, typer.Option("--output", help="Where to write the page; reports/<assignment>/ by default.")
]


@app.command()
def report(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
    anonymous: Anonymous = False,
    output: Output = None,
) -> None:
    """Write one page that says how a class did and where somebody has to look."""
    from autograder.report.write import write_report

    course = find_course()
    course.master(assignment)
    with errors.status("reading grades and comparing answers"):
        written = write_report(course, assignment, output, anonymous)
    print_report(course, written)


def print_report(course: Course, written: WrittenReport) -> None:
    """A few numbers, and where the page is."""
    made = written.report
    parts = [f"{len(made.rows)} submissions", f"{len(made.graded)} graded"]
    if made.mean is not None:
        parts.append(f"mean {made.mean:.1f} of {made.points:g}")
    parts += [f"{made.waiting} answers to grade by hand", f"{len(made.missing)} missing"]
    console.print(", ".join(parts), highlight=False)
    console.print(f"report: {shown(written.path, course.root)}", highlight=False, soft_wrap=True, markup=False)


@app.command()
def similarity(
    assignment: Annotated[str, typer.Argument(help="An assignment that a class has handed in.")],
    anonymous: Anonymous = False,
    output: Output = None,
) -> None:
    """Show pairs of students whose answers are more alike than the class's, side by side."""
    from autograder.similarity.page import similarity_path, write_similarity

    course = find_course()
    course.master(assignment)
    path = output or similarity_path(course, assignment)
    with errors.status("comparing"):
        found, names = write_similarity(course, assignment, path, anonymous)
    print_similarity(found, names)
    console.print(f"side by side: {shown(path, course.root)}", highlight=False, soft_wrap=True, markup=False)


def print_similarity(found: Similarity, names: Names) -> None:
    """The pairs that stand out, or that there are none."""
    for student, reason in found.left_out:
        errors.print(f"[yellow]{escape(names(student))} is not compared:[/] {escape(reason)}", soft_wrap=True)
    if not found.standing_out:
        console.print(f"None of the {found.all_pairs:,} pairs stands out from the class.", highlight=False)
        return
    table = Table(title=escape(found.assignment), title_justify="left")
    table.add_column("students", overflow="fold")
    for column in ("score", "alike in", "all code", "pairs as alike"):
        table.add_column(column, justify="right")
    for pair in found.standing_out:
        both = f"{escape(names(pair.first))} and {escape(names(pair.second))}"
        numbers = (f"{pair.score:.1f}", f"{pair.alike} of {pair.compared}", f"{100 * pair.whole:.0f} %")
        table.add_row(both, *numbers, f"{pair.as_alike} of {found.all_pairs:,}")
    console.print(table)
    console.print(
        f"A pair of this class is alike in {found.typical_alike:.1f} answers on average. Read both before you judge.",
        highlight=False,
    )
