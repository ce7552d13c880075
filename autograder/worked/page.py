"""Writes the page of a worked solution: one file that needs no network and no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Template

from autograder.course.questions import Question
from autograder.feedback.content import ShownOutput
from autograder.feedback.outputs import shown_outputs
from autograder.pages.environment import environment
from autograder.pages.pictures import data_address
from autograder.worked.cells import Part, WorkedCell, without_box

_HEADING = re.compile(r"\A(?:---\s*\n)?\s*#{1,3} (.+)\n?")


@dataclass(frozen=True)
class Block:
    """One cell as the page shows it."""

    part: Part
    source: str
    outputs: tuple[ShownOutput, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What a folded cell is called: its first line, if that says so."""
        first = self.source.partition("\n")[0]
        return first.removeprefix("# ") if first.startswith("# ") else "Given code"


@dataclass
class Section:
    """What stands below one heading."""

    title: str
    blocks: list[Block] = field(default_factory=list)
    question: bool = False
    """Whether something is asked in it."""


def worked_page(title: str, introduction: str, cells: Sequence[WorkedCell], asked: Iterable[Question]) -> str:
    """The page as HTML."""
    return (
        _template()
        .render(
            title=title, introduction=introduction, sections=_sections(cells), points=sum(each.points for each in asked)
        )
        .lstrip()
    )


def _sections(cells: Sequence[WorkedCell]) -> list[Section]:
    """The cells by the headings above them; the title of the whole is the page's."""
    sections = [Section("")]
    for cell in cells:
        source = without_box(cell.source) if cell.part is Part.ASKED else cell.source
        if cell.part is Part.TEXT and (heading := _HEADING.match(source)):
            sections.append(Section("" if source.lstrip().startswith("# ") and len(sections) == 1 else heading[1]))
            source = source[heading.end() :].strip()
        sections[-1].question |= cell.part in (Part.ANSWER, Part.WRITTEN)
        if source:
            sections[-1].blocks.append(Block(cell.part, source, shown_outputs(cell.outputs), _pictures(cell)))
    return [section for section in sections if section.title or section.blocks]


def _pictures(cell: WorkedCell) -> dict[str, str]:
    return {
        name: address
        for name, forms in cell.attachments.items()
        for encoded in forms.values()
        if (address := data_address(encoded))
    }


@cache
def _template() -> Template:
    return environment("autograder.worked").get_template("page.html.j2")
