"""The command line: thin, it calls the same functions a test calls."""

from __future__ import annotations

import contextlib
import json
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from sqlalchemy.exc import SAWarning

from autograder import __version__
from autograder.course import Course, find_course
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.certify import Certificate
    from autograder.grading.run import ClassRun

app = typer.Typer(
    help="Release assignments and check notebooks of the course on attention and transformers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
mistakes_app = typer.Typer(help="Known mistakes.", no_args_is_help=True)
new_app = typer.Typer(help="Lay out new things.", no_args_is_help=True)
app.add_typer(mistakes_app, name="mistakes")
app.add_typer(new_app, name="new")
console = Console()
errors = Console(stderr=True)


class _Rate(ProgressColumn):
    """Submissions per minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.0f} per minute" if task.speed else "")


@contextlib.contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with rate and time left on a terminal, nothing elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def main() -> None:
    """Run the command; a course error is one sentence and exit code 2."""
    # nbgrader's own use of SQLAlchemy; nothing an instructor could act on
    warnings.filterwarnings("ignore", category=SAWarning)
    try:
        app()
    except CourseError as error:
        errors.print(f"[bold red]error:[/] {escape(str(error))}", highlight=False, soft_wrap=True)
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
def check(
    notebook: Annotated[Path, typer.Argument(help="Your notebook (.ipynb).")],
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one cell may take.")] = 60,
) -> None:
    """Run the public checks of a notebook from top to bottom and show the result."""
    from autograder.public import check_notebook

    with _progress("running cells") as show:
        outcomes = check_notebook(_course_of(notebook), notebook, seconds, show)
    table = Table("question", "", "result", title=notebook.name, title_justify="left")
    for outcome in outcomes:
        mark, style = ("✓", "green") if outcome.passed else ("✗", "red")
        name = f"{outcome.question.part}{outcome.question.letter} {outcome.question.id}"
        table.add_row(name, f"[{style}]{mark}[/]", escape(outcome.message))
    console.print(table)
    passed = sum(outcome.passed for outcome in outcomes)
    console.print(f"{passed} of {len(outcomes)} questions pass their public checks. Hidden checks decide the grade.")
    raise typer.Exit(0 if passed == len(outcomes) else 1)


@app.command()
def grade(
    assignment: Annotated[str, typer.Argument(help="The assignment to grade.")],
    student: Annotated[list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Submissions at once; all cores by default.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what was graded before.")] = False,
    allow_weak_isolation: Annotated[
        bool, typer.Option("--allow-weak-isolation", help="Grade even where the kernel offers no namespaces.")
    ] = False,
) -> None:
    """Grade all submissions of an assignment."""
    from autograder.grading.run import grade_class

    course = find_course()
    course.master(assignment)
    with _progress("grading") as show:
        run = grade_class(course, assignment, student or (), jobs, force, allow_weak_isolation, show)
    _print_run(course, run)
    if run.interrupted:
        errors.print(f"interrupted: {run.remaining} to go; the same command continues where it stopped.")
        raise typer.Exit(130)
    raise typer.Exit(1 if any(row.state == "failed" for row in run.rows) else 0)


def _print_run(course: Course, run: ClassRun) -> None:
    from autograder.summary import summary_table

    console.print(summary_table(course, run, console.width))
    for row in run.rows:
        for note in row.notes:
            style = "red" if row.state in {"unreadable", "failed"} else "yellow"
            console.print(f"[{style}]{escape(row.student)}[/]: {escape(note)}", highlight=False, soft_wrap=True)


@app.command()
def feedback(
    assignment: Annotated[str, typer.Argument(help="A graded assignment.")],
    student: Annotated[list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")] = None,
) -> None:
    """Write one page of feedback for every graded student."""
    from autograder.feedback.generate import generate_feedback

    course = find_course()
    course.master(assignment)
    with _progress("writing feedback") as show:
        pages = generate_feedback(course, assignment, student or (), show)
    for page in pages.values():
        console.print(page.relative_to(course.root), highlight=False, soft_wrap=True, markup=False)
    console.print(f"{len(pages)} {'page' if len(pages) == 1 else 'pages'} of feedback.", highlight=False)


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
        with _progress("certifying") as show:
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


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where to make the demonstration.")] = Path("demo"),
) -> None:
    """Release, grade and explain a small made-up class in a folder of its own."""
    from autograder.demo import make_demo
    from autograder.feedback.generate import generate_feedback
    from autograder.grading.run import grade_class

    console.print(f"making a course with a made-up class in {folder}/", highlight=False)
    course = make_demo(find_course(), folder.resolve())
    for assignment in course.assignments:
        with _progress("grading") as show:
            run = grade_class(course, assignment, progress=show)
        _print_run(course, run)
        with _progress("writing feedback") as show:
            pages = generate_feedback(course, assignment, (), show)
        first = next(iter(pages.values())).relative_to(course.root)
        console.print(
            f"\nfeedback   {folder}/feedback/<student>/{assignment}/, for example {folder}/{first}\n"
            f"gradebook  {folder}/gradebook.db (formgrader: cd {folder} && jupyter lab)\n"
            f"notebooks  {folder}/autograded/<student>/{assignment}/",
            highlight=False,
            soft_wrap=True,
        )


@app.command()
def doctor() -> None:
    """Show what this machine offers for grading, and what to do about what is missing."""
    from autograder.doctor import examine

    findings = examine(find_course())
    table = Table("area", "", "", "", box=None, show_header=False)
    previous = ""
    for finding in findings:
        mark = "[green]✓[/]" if finding.good else "[red]✗[/]"
        area = f"[bold]{finding.area}[/]" if finding.area != previous else ""
        previous = finding.area
        table.add_row(area, mark, finding.name, escape(finding.advice or finding.value))
    console.print(table)
    raise typer.Exit(0 if all(finding.good for finding in findings) else 1)


def _course_of(notebook: Path) -> Course:
    """The course of the current folder, of the notebook's folder, or the one this package was installed from."""
    for place in (Path.cwd(), notebook.parent, Path(__file__).parent):
        try:
            return find_course(place)
        except CourseError:
            continue
    return find_course()
