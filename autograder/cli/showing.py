"""The demonstration: the main job on a made-up class, from Moodle's zip to the report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.app import app
from autograder.cli.collecting import print_collection
from autograder.cli.grading import print_run
from autograder.cli.reporting import print_report
from autograder.cli.terminal import console, errors, progress
from autograder.course import find_course


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where to make the demonstration.")] = Path("demo"),
) -> None:
    """Release, collect, grade and explain a small made-up class in a folder of its own."""
    course = find_course()
    from autograder.demo import ROSTER, make_demo, moodle_zip
    from autograder.feedback.generate import generate_feedback
    from autograder.grading.run import grade_class
    from autograder.intake.collect import collect
    from autograder.report.write import write_report

    _step(f"release and a made-up class in {folder}/")
    course = make_demo(course, folder.resolve())
    for assignment in course.assignments:
        archive = moodle_zip(course, assignment)
        _step(f"autograder collect {assignment} {archive.name} --roster {ROSTER}")
        print_collection(collect(course, assignment, archive, course.root / ROSTER))
        _step(f"autograder grade {assignment}")
        with progress("grading") as show:
            run = grade_class(course, assignment, progress=show)
        print_run(course, run)
        _step(f"autograder feedback {assignment}")
        with progress("writing feedback") as show:
            pages = generate_feedback(course, assignment, (), show)
        console.print(f"{len(pages)} pages of feedback", highlight=False)
        _step(f"autograder report {assignment}")
        with errors.status("reading grades and comparing answers"):
            written = write_report(course, assignment)
        print_report(course, written)
        example = pages.get("emil") or next(iter(pages.values()))
        places = {
            "report": written.path.relative_to(course.root),
            "feedback": example.relative_to(course.root),
            "gradebook": "gradebook.db",
            "for TAs": f"cd {folder} && jupyter lab, then Nbgrader > Formgrader",
        }
        console.print("\n[bold]Look at[/]")
        for name, place in places.items():
            where = str(place) if name == "for TAs" else f"{folder}/{place}"
            console.print(f"  {name:<10} {where}", highlight=False, soft_wrap=True)


def _step(text: str) -> None:
    console.print(f"\n[bold cyan]>[/] [bold]{text}[/]", highlight=False, soft_wrap=True)
