"""Commands that grade a class and tell students how they did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from autograder.cli.app import app
from autograder.cli.terminal import console, errors, progress, shown
from autograder.course.folder import Course, find_course
from autograder.course.plain_text import one_line

if TYPE_CHECKING:
    from autograder.class_run.run import ClassRun, GradedRow

INTERRUPTED = 130
"""The usual exit code of a command that Ctrl-C ended."""


@app.command()
def grade(
    assignment: Annotated[str, typer.Argument(help="The assignment to grade.")],
    student: Annotated[list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Submissions at once; all cores by default.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what was graded before.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show whose grade would change and why; write nothing.")
    ] = False,
    allow_weak_isolation: Annotated[
        bool,
        typer.Option(
            "--allow-weak-isolation", help="Grade even behind weak walls, where student code can reach your files."
        ),
    ] = False,
) -> None:
    """Grade all submissions of an assignment; exit code 1 where the grader, not a submission, is at fault."""
    course = find_course()
    course.master(assignment)
    from autograder.class_run.run import grade_class

    with progress("grading") as show:
        run = grade_class(course, assignment, student or (), jobs, force, allow_weak_isolation, show, dry_run, notice)
    if dry_run:
        _print_changes(course, run)
    else:
        print_run(course, run)
    if run.interrupted:
        errors.print(f"interrupted: {run.remaining} to go; the same command continues where it stopped.")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(1 if run.failed else 0)


def notice(sentence: str) -> None:
    """Say something while a class is being graded."""
    errors.print(sentence, soft_wrap=True, highlight=False, markup=False)


def _print_changes(course: Course, run: ClassRun) -> None:
    from autograder.class_run.summary import changes_table

    changed = [row for row in run.rows if row.changes]
    if changed:
        console.print(changes_table(course, run))
    for row in run.rows:
        if row.state in {"unreadable", "failed"}:
            _print_notes(row)
    console.print(
        f"{len(changed)} of {len(run.rows)} grades would change. Nothing was written; without --dry-run it will be.",
        highlight=False,
    )


def print_run(course: Course, run: ClassRun) -> None:
    from autograder.class_run.summary import summary_table, walls_seen

    console.print(summary_table(course, run, console.width))
    for row in run.rows:
        _print_notes(row)
    for sentence in walls_seen(run):
        console.print(f"[dim]{escape(sentence)}[/]", highlight=False, soft_wrap=True)


def _print_notes(row: GradedRow) -> None:
    style = "red" if row.state in {"unreadable", "failed"} else "yellow"
    student = escape(one_line(row.student))
    for note in row.notes:
        console.print(f"[{style}]{student}[/]: {escape(note)}", highlight=False, soft_wrap=True)
    for remark in row.remarks:
        console.print(f"[cyan]{student}[/]: {escape(remark)}", highlight=False, soft_wrap=True)


@app.command()
def feedback(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
    student: Annotated[list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")] = None,
) -> None:
    """Write one page of feedback for every graded student."""
    from autograder.feedback.generate import generate_feedback

    course = find_course()
    course.master(assignment)
    left_out: dict[str, str] = {}
    with progress("writing feedback") as show:
        pages = generate_feedback(course, assignment, student or (), show, left_out)
    for page in pages.values():
        console.print(shown(page, course.root), highlight=False, soft_wrap=True, markup=False)
    console.print(f"{len(pages)} {'page' if len(pages) == 1 else 'pages'} of feedback.", highlight=False)
    print_left_out(left_out)
    raise typer.Exit(1 if left_out else 0)


def print_left_out(left_out: Mapping[str, str]) -> None:
    """Whose page could not be written, and why."""
    for student, reason in left_out.items():
        errors.print(f"[red]no page for {escape(student)}:[/] {escape(reason)}", highlight=False, soft_wrap=True)


@app.command()
def doctor() -> None:
    """Show what this machine offers for grading, and what to do about what is missing."""
    from autograder.class_run.doctor import examine_machine

    findings = examine_machine(find_course())
    table = Table("area", "", "", "", box=None, show_header=False)
    previous = ""
    for finding in findings:
        sign = "[green]✓[/]" if finding.good else "[red]✗[/]"
        area = f"[bold]{escape(finding.area)}[/]" if finding.area != previous else ""
        previous = finding.area
        table.add_row(area, sign, escape(finding.name), escape(finding.advice or finding.value))
    console.print(table)
    raise typer.Exit(0 if all(finding.good for finding in findings) else 1)
