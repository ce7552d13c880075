"""The tables a grading run ends with: every student, the points of every question, what went wrong or would change."""

from __future__ import annotations

from collections import Counter

from rich.markup import escape
from rich.table import Table

from autograder.class_run.run import ClassRun, GradedRow
from autograder.course import Course
from autograder.course.questions import checked_questions, names
from autograder.course.release import read_release
from autograder.jail.walls.strength import Walls

WIDE = 150
"""From this width of the terminal on, every question has a column."""
STYLES = {"unreadable": "red", "failed": "red", "unchanged": "dim", "graded": "green"}


def summary_table(course: Course, run: ClassRun, width: int) -> Table:
    """Points per question where there is room for them, else per section."""
    asked = checked_questions(read_release(course, run.assignment))
    columns: dict[str, list[str]] = {}
    for question in asked:
        columns.setdefault(question.label if width >= WIDE else question.section, []).append(question.id)
    worth = {question.id: question.auto_points for question in asked}
    table = _table(run.assignment)
    table.add_column("student", overflow="fold")
    for column in columns:
        table.add_column(escape(column), justify="right", no_wrap=True)
    table.add_column("auto", justify="right", style="bold", no_wrap=True)
    table.add_column("", overflow="fold")
    for row in run.rows:
        points = row.points
        cells = [
            "" if points is None else f"{sum(points.get(name, 0.0) for name in names):g}" for names in columns.values()
        ]
        table.add_row(escape(row.student), *cells, f"{sum((points or {}).values()):g}", _state(row))
    table.add_section()
    best = [f"{sum(worth[name] for name in names):g}" for names in columns.values()]
    table.add_row("of", *best, f"{sum(worth.values()):g}", "")
    return table


def walls_seen(run: ClassRun) -> list[str]:
    """A sentence on each kind of walls that submissions ran behind."""
    counted = Counter(row.walls for row in run.rows if row.walls)
    ran = sum(counted.values())
    return [f"{count} of {ran} submissions: {Walls(walls).meaning}" for walls, count in counted.most_common()]


def changes_table(course: Course, run: ClassRun) -> Table:
    """Whose points would change in a dry run, from what to what, and by which check."""
    called = names(read_release(course, run.assignment))
    table = _table(f"{run.assignment}, dry run")
    for name in ("student", "question"):
        table.add_column(name, overflow="fold")
    for name in ("now", "then"):
        table.add_column(name, justify="right", overflow="fold")
    table.add_column("because", overflow="fold")
    for row in run.rows:
        for change in row.changes:
            before = "-" if change.before is None else f"{change.before:g}"
            why = list(change.checks) or (["not graded yet"] if change.before is None else ["handed in anew"])
            if change.manual is not None:
                why.append(f"(the {change.manual:g} that a person gave stay)")
            question = called.get(change.question, change.question)
            table.add_row(escape(row.student), escape(question), before, f"{change.after:g}", escape("\n".join(why)))
    return table


def _table(title: str) -> Table:
    return Table(title=escape(title), title_justify="left", pad_edge=False, padding=(0, 1, 0, 0))


def _state(row: GradedRow) -> str:
    """One word, in a colour that stands out where somebody has to look."""
    if row.state == "graded" and row.notes:
        return "[yellow]ran with errors[/]"
    return f"[{STYLES[row.state]}]{row.state}[/]"
