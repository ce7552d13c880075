"""Commands for who writes assignments: release them, and test their tests."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table

from autograder.cli.app import app
from autograder.cli.terminal import console, errors, progress
from autograder.course import find_course
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.certify import Certificate

mistakes_app = typer.Typer(help="Known mistakes.", no_args_is_help=True)
new_app = typer.Typer(help="Lay out new things.", no_args_is_help=True)
app.add_typer(mistakes_app, name="mistakes")
app.add_typer(new_app, name="new")


@app.command()
def release(
    assignment: Annotated[list[str] | None, typer.Argument(help="Assignments; all of them when left out.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail when a release is stale.")] = False,
) -> None:
    """Generate the students' notebooks from the masters."""
    from autograder.certificate import require_certificate
    from autograder.release import is_stale
    from autograder.release import release as make_release

    course = find_course()
    stale = []
    for name in assignment or course.assignments:
        require_certificate(course, name)
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
def certify(
    assignment: Annotated[list[str] | None, typer.Argument(help="Assignments; all of them when left out.")] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="How many seeds each answer is judged under.")] = 3,
    question: Annotated[
        list[str] | None, typer.Option("--question", help="Only this question; may be repeated.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Answers at once; all cores by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Test the tests: the master earns all points, the empty release none, known mistakes lose, variants do not."""
    from autograder.certify import certify as certify_assignment
    from autograder.grading.pool import usable_cores

    course = find_course()
    certificates = []
    for name in assignment or course.assignments:
        course.master(name)
        with progress("certifying") as show:
            made = certify_assignment(course, name, seeds, question or (), jobs or usable_cores(), progress=show)
        certificates.append(made)
    if as_json:
        console.print_json(
            json.dumps([asdict(certificate) | {"passed": certificate.passed} for certificate in certificates])
        )
    else:
        for certificate in certificates:
            _print_certificate(certificate)
    raise typer.Exit(0 if all(certificate.passed for certificate in certificates) else 1)


def _print_certificate(certificate: Certificate) -> None:
    table = Table(title=f"{certificate.assignment}, {certificate.seeds} seeds", title_justify="left")
    table.add_column("question")
    for name in ("points", "checks", "mistakes", "variants", "ms"):
        table.add_column(name, justify="right")
    table.add_column("")
    for report in certificate.questions:
        mark = "[red]✗[/]" if report.problems else "[green]✓[/]"
        numbers = (f"{report.points:g}", *map(str, (report.checks, report.mistakes, report.variants)))
        table.add_row(report.question, *numbers, f"{1000 * report.seconds:.0f}", mark)
    console.print(table)
    for report in certificate.questions:
        for problem in report.problems:
            console.print(f"[red]✗ {report.question}:[/] {escape(problem)}", highlight=False, soft_wrap=True)
    for report in certificate.questions:
        for remark in report.remarks:
            console.print(f"[dim]- {report.question}: {escape(remark)}[/]", highlight=False, soft_wrap=True)
    verdict = "[bold green]passed[/]" if certificate.passed else "[bold red]not passed[/]"
    console.print(f"{certificate.assignment}: {verdict}", highlight=False)


@app.command()
def groups(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
) -> None:
    """Show wrong answers that are alike and that no known mistake explains."""
    from autograder.groups import groups as find_groups

    found = find_groups(find_course(), assignment)
    for number, group in enumerate(found, start=1):
        console.print(f"[bold]{number}. {group.question}[/]: {escape(', '.join(group.students))}", highlight=False)
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
    from autograder.groups import add_mistake as write_mistake
    from autograder.groups import groups as find_groups

    course = find_course()
    found = find_groups(course, assignment)
    if number > len(found):
        raise CourseError(f"There are {len(found)} groups; see: autograder groups {assignment}")
    path = write_mistake(course.checks, assignment, found[number - 1], name)
    console.print(
        f"Write its hint into the docstring of {path}, then run: autograder certify {assignment}", soft_wrap=True
    )


@new_app.command("question")
def new_question(
    assignment: Annotated[str, typer.Argument(help="An assignment that has been released.")],
    question: Annotated[str, typer.Argument(help="The id of the question's cell.")],
) -> None:
    """Lay out the folder of a question's checks, mistakes and variants."""
    from autograder.groups import new_question as lay_out

    path = lay_out(find_course(), assignment, question)
    console.print(f"Write the checks into {path}", soft_wrap=True, highlight=False)
