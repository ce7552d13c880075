"""How `check` shows what it found in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from autograder.cli.terminal import console

if TYPE_CHECKING:
    from autograder.student.public_checks import CheckedNotebook, PublicOutcome

_SIGNS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "unfilled": ("·", "dim"), "waits": ("·", "yellow")}


def print_checked(name: str, checked: CheckedNotebook) -> None:
    """A table of all questions, why checks failed below it, and the two counts at the end."""
    for note in checked.notes:
        console.print(f"[yellow]note:[/] {escape(note)}", highlight=False, soft_wrap=True)
    console.print(_table(name, checked))
    for outcome in checked.outcomes:
        if outcome.state == "failed":
            console.print(f"[red]✗[/] [bold]{escape(outcome.question.name)}[/]", highlight=False)
            console.print(Padding(Text(outcome.message), (0, 0, 1, 2), expand=False))
    for other in checked.others:
        console.print(f"[red]✗[/] {escape(other)}\n", highlight=False)
    passed = sum(outcome.passed for outcome in checked.outcomes)
    filled = sum(part.is_filled for part in checked.written)
    counts = f"{passed} of {len(checked.outcomes)} public checks passed"
    if checked.written:
        counts += f", {filled} of {len(checked.written)} written answers filled"
    console.print(f"{counts}. Hidden checks decide the grade.", highlight=False, soft_wrap=True)


def _table(name: str, checked: CheckedNotebook) -> Table:
    table = Table(title=escape(name), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("question")
    table.add_column("points", justify="right")
    table.add_column("public checks")
    table.add_column("written answer")
    outcomes = {outcome.question.id: outcome for outcome in checked.outcomes}
    written = {part.question.id: part for part in checked.written}
    for question in checked.asked:
        part = written.get(question.id)
        code = _result(outcomes[question.id]) if question.id in outcomes else ""
        answer = (
            ""
            if part is None
            else "[green]✓[/] filled"
            if part.is_filled
            else f"[red]✗[/] empty, {part.points:g} points"
        )
        points = " + ".join(f"{each:g}" for each in (question.auto_points, question.manual_points) if each)
        table.add_row(escape(question.name), points, code, answer)
    return table


def _result(outcome: PublicOutcome) -> str:
    sign, style = _SIGNS[outcome.state]
    words = "passed" if outcome.passed else "failed" if outcome.state == "failed" else outcome.message
    return f"[{style}]{sign}[/] {escape(words)}"
