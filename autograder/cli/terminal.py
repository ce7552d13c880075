"""The terminal: where commands write, and how they show that they are at work."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.measure import Measurement
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
from rich.segment import Segment
from rich.text import Text

from autograder.course.output import output_folder
from autograder.course.plain_text import neutral
from autograder.course.progress import Progress


class _Harmless:
    """Something to print whose text a terminal only shows; colours and the like are rich's own, and stay, but links."""

    def __init__(self, content: RenderableType) -> None:
        self.content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.content, options):
            if segment.control:
                yield segment
                continue
            style = segment.style
            # we make no links: one would have come from markup in what a student wrote
            yield Segment(neutral(segment.text), style.update_link(None) if style and style.link else style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.content)


class _MakeHarmless(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Harmless(each) for each in renderables]


def harmless_console(stderr: bool = False) -> Console:
    """A console for text that students chose: ids, names of files, messages; none of it reaches the terminal as a code."""
    made = Console(stderr=stderr)
    made.push_render_hook(_MakeHarmless())
    return made


console = harmless_console()
errors = harmless_console(stderr=True)


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
