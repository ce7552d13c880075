"""The demonstration: the main job on a made-up class, from Moodle's zip to the report."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.app import app
from autograder.cli.collecting import print_collection
from autograder.cli.grading import INTERRUPTED, notice, print_left_out, print_run
from autograder.cli.reporting import print_report
from autograder.cli.terminal import console, errors, progress
from autograder.course.folder import GRADEBOOK, find_course
from autograder.course.output import output_folder
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.class_run.run import ClassRun, GradedRow
    from autograder.course import Course


@app.command()
def demo(
    assignment: Annotated[
        list[str] | None, typer.Argument(help="Assignments to show; the first of the course when left out.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where to make the demonstration; demo/ when left out.")
    ] = None,
) -> None:
    """Release, collect, grade and explain a small made-up class in a folder of its own."""
    course = find_course()
    folder = folder or (output_folder() or Path()) / "demo"
    from autograder.demo.make_demo import make_demo

    if not course.assignments:
        raise CourseError("This course has no assignment yet. Begin with: autograder new assignment NAME")
    chosen = assignment or course.assignments[:1]
    _step(f"release and a made-up class in {folder}/")
    made = make_demo(course, folder.resolve(), chosen)
    failed = [name for name in chosen if _show(made, name, folder).failed]
    raise typer.Exit(1 if failed else 0)


def _show(course: Course, assignment: str, folder: Path) -> ClassRun:
    """Everything that is done with one assignment."""
    from autograder.class_run.run import grade_class
    from autograder.demo.make_demo import ROSTER, moodle_zip
    from autograder.feedback.generate import generate_feedback
    from autograder.intake.collect import collect
    from autograder.report.write import write_report

    archive = moodle_zip(course, assignment)
    _step(f"autograder collect {assignment} {archive.name} --roster {ROSTER}")
    print_collection(collect(course, assignment, archive, course.root / ROSTER))
    _step(f"autograder grade {assignment}")
    with progress("grading") as show:
        # the made-up class is ours, so that it may be shown on a machine that could not be trusted with a real one
        run = grade_class(course, assignment, allow_weak=True, progress=show, notice=notice)
    print_run(course, run)
    if run.interrupted:
        raise typer.Exit(INTERRUPTED)
    _step(f"autograder feedback {assignment}")
    with progress("writing feedback") as show:
        left_out: dict[str, str] = {}
        pages = generate_feedback(course, assignment, (), show, left_out)
    print_left_out(left_out)
    console.print(f"{len(pages)} pages of feedback", highlight=False)
    _step(f"autograder report {assignment}")
    with errors.status("reading grades and comparing answers"):
        written = write_report(course, assignment)
    print_report(course, written)
    example = _most_to_tell(run.rows, pages)
    paths = {
        "report": written.path.relative_to(course.root),
        "feedback": example.relative_to(course.root),
        "gradebook": GRADEBOOK,
    }
    console.print("\n[bold]Look at[/]")
    for name, path in paths.items():
        console.print(f"  {name:<10} {folder}/{path}", highlight=False, soft_wrap=True)
    console.print(
        f"  for TAs    cd {shlex.quote(str(folder))} && jupyter lab, then Nbgrader > Formgrader",
        highlight=False,
        soft_wrap=True,
    )
    return run


def _most_to_tell(rows: list[GradedRow], pages: dict[str, Path]) -> Path:
    """The page of a student who got about half of the points: there is most to say about what went wrong."""
    totals = {row.student: sum(row.points.values()) for row in rows if row.points}
    if not totals:
        return next(iter(pages.values()))
    half = max(totals.values()) / 2
    return pages[min(totals, key=lambda student: abs(totals[student] - half))]


def _step(text: str) -> None:
    console.print(f"\n[bold cyan]>[/] [bold]{text}[/]", highlight=False, soft_wrap=True)
