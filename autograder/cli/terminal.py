"""The terminal: where commands write, and how they show that they are at work."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import (
    Progress as Bars,
)
from rich.text import Text

from autograder.course.output import output_folder
from autograder.course.progress import Progress

console = Console()
errors = Console(stderr=True)


class _Rate(ProgressColumn):
    """Submissions per minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.0f} per minute" if task.speed else "")


def shown(path: Path, root: Path) -> str:
    """A path for people: short where it lies in the folder of the course, whole where they might look for it in vain."""
    path = path.resolve()
    return str(path if output_folder() or not path.is_relative_to(root) else path.relative_to(root))


@contextlib.contextmanager
def progress(what: str) -> Iterator[Progress]:
    """A bar with rate and time left on a terminal, nothing elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Bars(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
