"""Commands that students run on their own notebook."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from autograder.cli.app import app
from autograder.cli.terminal import console, errors, progress
from autograder.errors import CourseError

Yes = Annotated[
    bool,
    typer.Option("--yes", help="Do not ask before somebody else's notebook is run: its code can do all that you may."),
]


@app.command()
def check(
    notebook: Annotated[Path, typer.Argument(help="Your notebook (.ipynb).")],
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one cell may take.")] = 60,
    yes: Yes = False,
) -> None:
    """Run the public checks of your notebook from top to bottom and show the result."""
    _require_trust(notebook, yes)
    from autograder.student.public_checks import check_notebook

    with progress("running cells") as show:
        outcomes = check_notebook(notebook, seconds, show)
    table = Table("question", "", "result", title=notebook.name, title_justify="left")
    for outcome in outcomes:
        sign, style = ("✓", "green") if outcome.passed else ("✗", "red")
        question = f"{outcome.question.label} {outcome.question.id}".strip()
        table.add_row(escape(question), f"[{style}]{sign}[/]", escape(outcome.message))
    console.print(table)
    passed = sum(outcome.passed for outcome in outcomes)
    console.print(f"{passed} of {len(outcomes)} questions pass their public checks. Hidden checks decide the grade.")
    raise typer.Exit(0 if passed == len(outcomes) else 1)


@app.command()
def preflight(
    notebook: Annotated[Path, typer.Argument(help="Your notebook (.ipynb).")],
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one cell may take.")] = 60,
    run: Annotated[bool, typer.Option("--run/--no-run", help="Also run everything from top to bottom.")] = True,
    yes: Yes = False,
) -> None:
    """Look at your notebook before it is handed in: what would make trouble in grading, each in a sentence."""
    if run:
        _require_trust(notebook, yes)
    from autograder.student.preflight import preflight_notebook

    with progress("running cells") as show:
        findings = preflight_notebook(notebook, seconds if run else None, show)
    for finding in findings:
        sign = "[dim]-[/]" if finding.is_remark else "[red]✗[/]"
        console.print(f"{sign} {escape(finding.sentence)}", highlight=False, soft_wrap=True)
    broken = sum(not finding.is_remark for finding in findings)
    if broken:
        console.print(
            f"{broken} {'finding' if broken == 1 else 'findings'} in {escape(notebook.name)}.", highlight=False
        )
        raise typer.Exit(1)
    console.print(f"[green]✓[/] {escape(notebook.name)} is ready to be handed in.", highlight=False)


def _require_trust(notebook: Path, yes: bool) -> None:
    """Ask before somebody else's notebook runs with the caller's rights; where nobody can be asked, do not run it."""
    from autograder.student.someone_elses import someone_elses

    found = None if yes else someone_elses(notebook)
    if found is None:
        return
    sentence = f"{notebook.name} {found.reason}, and this command runs its code with your rights."
    if not _can_ask():
        raise CourseError(" ".join(part for part in (sentence, found.advice, "If you trust it: --yes.") if part))
    errors.print(f"{escape(sentence)} {escape(found.advice)}", highlight=False, soft_wrap=True)
    if not typer.confirm("Go on?", default=False, err=True):
        raise typer.Exit(1)


def _can_ask() -> bool:
    return sys.stdin.isatty() and errors.is_terminal
