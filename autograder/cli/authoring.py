"""Commands for authors of assignments: test their tests, release them, hand them out, lay out new ones."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table

from autograder.cli.app import app
from autograder.cli.terminal import console, errors, progress, shown
from autograder.course import find_course
from autograder.course.output import output_folder
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.authoring.certify import Certification

mistakes_app = typer.Typer(help="Known mistakes.", no_args_is_help=True)
new_app = typer.Typer(help="Lay out new things.", no_args_is_help=True)
app.add_typer(mistakes_app, name="mistakes")
app.add_typer(new_app, name="new")

Assignments = Annotated[list[str] | None, typer.Argument(help="Assignments; all of them when left out.")]


@app.command()
def release(
    assignment: Assignments = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail when a release is stale.")] = False,
) -> None:
    """Generate the students' notebooks from the masters."""
    from autograder.authoring.certificate import require_certificate
    from autograder.course.release import is_stale
    from autograder.course.release import release as make_release

    course = find_course()
    stale = []
    for name in assignment or course.assignments:
        if remark := require_certificate(course, name):
            errors.print(f"[yellow]{name}:[/] {escape(remark)}", highlight=False, soft_wrap=True)
        if not check:
            path = make_release(course, name)
            console.print(f"released [bold]{name}[/] as {escape(shown(path, course.root))}", highlight=False)
        elif is_stale(course, name):
            stale.append(name)
        else:
            console.print(f"[bold]{name}[/] is up to date", highlight=False)
    if stale:
        errors.print(
            f"[bold red]stale:[/] {', '.join(stale)}. Run: autograder release", highlight=False, soft_wrap=True
        )
        raise typer.Exit(1)


@app.command()
def kit(
    assignment: Assignments = None,
    output: Annotated[
        Path | None, typer.Option("--output", help="A zip, or a folder that is not there yet; kit.zip when left out.")
    ] = None,
    wheel: Annotated[
        Path | None,
        typer.Option("--wheel", help="This package as a wheel (make wheel), so that students have the command."),
    ] = None,
) -> None:
    """Write what you hand to students: notebooks, what they require, a page of help; nothing hidden."""
    from autograder.student.kit import write_kit

    course = find_course()
    output = output or (output_folder() or Path()) / "kit.zip"
    path = write_kit(course, assignment or course.assignments, output, wheel)
    console.print(f"kit for students: {path}", highlight=False, soft_wrap=True, markup=False)


@app.command()
def certify(
    assignment: Assignments = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="How many seeds each answer is judged under.")] = 3,
    question: Annotated[
        list[str] | None, typer.Option("--question", help="Only this question; may be repeated.")
    ] = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what has changed since its certificate, and a sample of the rest.")
    ] = False,
    sample: Annotated[int, typer.Option("--sample", min=0, help="With --changed: answers in the sample.")] = 40,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Answers at once; all cores by default.")] = None,
    remarks: Annotated[
        bool, typer.Option("--remarks", help="Also list what is no problem but worth knowing about the checks.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    allow_weak_isolation: Annotated[
        bool, typer.Option("--allow-weak-isolation", help="Go on even where the kernel offers no walls.")
    ] = False,
) -> None:
    """Test the tests: the master earns all points, the empty release none, known mistakes lose, variants do not."""
    from autograder.authoring import certify as certifying
    from autograder.grading.pool import usable_cores

    course = find_course()
    jobs, allow = jobs or usable_cores(), allow_weak_isolation
    made = []
    for name in assignment or course.assignments:
        _require_questions(course.solution(name).checked_questions, name, question or ())
        with progress("certifying") as show:
            if changed:
                made.append(certifying.certify_changed(course, name, seeds, sample, jobs, show, allow))
            else:
                made.append(certifying.certify(course, name, seeds, question or (), jobs, show, allow))
    if as_json:
        console.print_json(json.dumps([asdict(each) | {"passed": each.passed} for each in made]))
    else:
        for each in made:
            _print_certification(each, remarks)
    raise typer.Exit(0 if all(each.passed for each in made) else 1)


def _require_questions(known: tuple[str, ...], assignment: str, wanted: list[str] | tuple[()]) -> None:
    if unknown := [name for name in wanted if name not in known]:
        raise CourseError(f"{assignment} has no checks for {', '.join(unknown)}. It has: {', '.join(known) or 'none'}.")


def _print_certification(made: Certification, with_remarks: bool) -> None:
    table = Table(title=escape(f"{made.assignment}, {made.seeds} seeds"), title_justify="left")
    table.add_column("")
    table.add_column("question")
    for name in ("points", "checks", "mistakes", "variants", "ms"):
        table.add_column(name, justify="right")
    table.add_column("")
    for report in made.questions:
        sign = "[red]✗[/]" if report.problems else "[green]✓[/]"
        numbers = (f"{report.points:g}", *map(str, (report.checks, report.mistakes, report.variants)))
        table.add_row(escape(report.label), escape(report.question), *numbers, f"{1000 * report.seconds:.0f}", sign)
    console.print(table)
    for report in made.questions:
        for problem in report.problems:
            console.print(f"[red]✗ {escape(report.question)}:[/] {escape(problem)}", highlight=False, soft_wrap=True)
    count = sum(len(report.remarks) for report in made.questions)
    for report in made.questions if with_remarks else ():
        for remark in report.remarks:
            console.print(f"[dim]- {escape(f'{report.question}: {remark}')}[/]", highlight=False, soft_wrap=True)
    if count and not with_remarks:
        console.print(f"[dim]{count} remarks; --remarks lists them.[/]", highlight=False)
    verdict = "[bold green]passed[/]" if made.passed else "[bold red]not passed[/]"
    console.print(f"{escape(made.assignment)}: {verdict}", highlight=False)


@app.command()
def groups(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
) -> None:
    """Show wrong answers that are alike and that no known mistake explains."""
    from autograder.course.questions import names
    from autograder.course.release import read_release
    from autograder.grading.graded import read_groups

    course = find_course()
    course.solution(assignment)
    found = read_groups(course, assignment)
    called = names(read_release(course, assignment))
    for number, group in enumerate(found, start=1):
        name = escape(called.get(group.question, group.question))
        console.print(f"[bold]{number}. {name}[/]: {escape(', '.join(group.students))}", highlight=False)
        for sentence in group.failed:
            console.print(f"   [red]✗[/] {escape(sentence)}", highlight=False)
        console.print(Syntax(group.cell, "python", background_color="default"))
    console.print(
        f"{len(found)} groups. To explain one: autograder mistakes add {assignment} NUMBER NAME", highlight=False
    )


@mistakes_app.command("add")
def add_mistake(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
    number: Annotated[int, typer.Argument(min=1, help="The group's number in `autograder groups`.")],
    name: Annotated[str, typer.Argument(help="A name for the mistake, such as swapped_axes.")],
) -> None:
    """Write a group of alike wrong answers down as a new mistake."""
    from autograder.authoring.mistakes import add_mistake as write_mistake
    from autograder.diagnosis.costs import COSTS
    from autograder.grading.graded import read_groups

    course = find_course()
    solution = course.solution(assignment)
    found = read_groups(course, assignment)
    if number > len(found):
        raise CourseError(f"There are {len(found)} groups; see: autograder groups {assignment}")
    path = write_mistake(solution, found[number - 1], name)
    console.print(
        f"Write its hint into the docstring of {path} and what it costs into {path.parent.parent / COSTS}, "
        f"then run: autograder certify {assignment}",
        soft_wrap=True,
        markup=False,
    )


@new_app.command("assignment")
def new_assignment(
    name: Annotated[str, typer.Argument(help="A name such as a2_vision_transformer.")],
) -> None:
    """Lay out a new assignment: two small questions that certify and release as they stand."""
    from autograder.authoring.new_assignment import new_assignment as lay_out

    folder = lay_out(find_course(), name)
    console.print(
        f"{folder} is ready. Try it: autograder certify {name} && autograder release {name}",
        soft_wrap=True,
        highlight=False,
        markup=False,
    )


@new_app.command("question")
def new_question(
    assignment: Annotated[str, typer.Argument(help="An assignment.")],
    question: Annotated[str, typer.Argument(help="The id of the question's cell in the master.")],
) -> None:
    """Lay out the folder of a question's checks, mistakes and variants."""
    from autograder.authoring.new_question import new_question as lay_out

    path = lay_out(find_course(), assignment, question)
    console.print(f"Write the checks into {path}", soft_wrap=True, highlight=False, markup=False)
