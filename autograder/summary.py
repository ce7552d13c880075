"""The table a grading run ends with: every student, the points of every question, what went wrong."""

from __future__ import annotations

import nbformat
from rich.markup import escape
from rich.table import Table

from autograder.course import Course
from autograder.grading.run import ClassRun, Row
from autograder.master import Question, questions

WIDE = 150


def summary_table(course: Course, run: ClassRun, width: int) -> Table:
    """Points per question where there is room for them, else per letter."""
    asked = questions(nbformat.read(course.release(run.assignment), as_version=4))
    labels = (
        _labels(asked) if width >= WIDE else {question.id: f"{question.part}{question.letter}" for question in asked}
    )
    columns = list(dict.fromkeys(labels.values()))
    table = Table(title=run.assignment, title_justify="left", pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("student", overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("auto", justify="right", style="bold", no_wrap=True)
    table.add_column("", overflow="fold")
    for row in run.rows:
        cells = ["" if row.points is None else _points(row, labels, column) for column in columns]
        table.add_row(escape(row.student), *cells, "0" if row.points is None else f"{_total(row):g}", _state(row))
    best = [
        f"{sum(question.auto_points for question in asked if labels[question.id] == column):g}" for column in columns
    ]
    table.add_section()
    table.add_row("of", *best, f"{sum(question.auto_points for question in asked):g}", "")
    return table


def _labels(asked: tuple[Question, ...]) -> dict[str, str]:
    """1a1, 1a2, ... for the questions, numbered within their letter where there are several."""
    letters = [(question.part, question.letter) for question in asked]
    labels = {}
    for place, question in enumerate(asked):
        letter = letters[place]
        number = letters[: place + 1].count(letter) if letters.count(letter) > 1 else ""
        labels[question.id] = f"{question.part}{question.letter}{number}"
    return labels


def _points(row: Row, labels: dict[str, str], column: str) -> str:
    return f"{sum(earned for name, earned in (row.points or {}).items() if labels.get(name) == column):g}"


def _total(row: Row) -> float:
    return sum((row.points or {}).values())


def _state(row: Row) -> str:
    """One word, red where somebody has to look."""
    style = {"unreadable": "red", "failed": "red", "unchanged": "dim", "graded": "green"}[row.state]
    word = "ran with errors" if row.state == "graded" and row.notes else row.state
    return f"[{style if word != 'ran with errors' else 'yellow'}]{word}[/]"


def changes_table(run: ClassRun) -> Table:
    """Whose points would change in a dry run, from what to what, and by which check."""
    table = Table(title=f"{run.assignment}, dry run", title_justify="left", pad_edge=False, padding=(0, 1, 0, 0))
    for name, justify in (("student", "left"), ("question", "left"), ("now", "right"), ("then", "right")):
        table.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    table.add_column("because", overflow="fold")
    for row in run.rows:
        for change in row.changes:
            before = "-" if change.before is None else f"{change.before:g}"
            why = list(change.checks) or (["not graded yet"] if change.before is None else ["handed in anew"])
            if change.manual is not None:
                why.append(f"(the {change.manual:g} that a person gave stay)")
            table.add_row(escape(row.student), change.question, before, f"{change.after:g}", escape("\n".join(why)))
    return table
