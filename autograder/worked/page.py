"""Writes the page of a worked solution: one file that needs no network and no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Template

from autograder.course.headings import headings_in
from autograder.course.questions import Question
from autograder.feedback.content import ShownOutput
from autograder.feedback.outputs import shown_outputs
from autograder.pages.environment import environment
from autograder.pages.pictures import data_address
from autograder.worked.cells import Part, WorkedCell, without_box

_HEADING = re.compile(r"#{1,3} (.+)")
_FENCE, _RULE = "```", "---"


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

    @property
    def name(self) -> str:
        """The title without points and the like."""
        heading = next(headings_in(f"### {self.title}"), None)
        return f"{heading.label} · {heading.title}" if heading else self.title


def worked_page(title: str, introduction: str, cells: Sequence[WorkedCell], asked: Iterable[Question]) -> str:
    """The page as HTML."""
    return (
        _template()
        .render(
            title=title,
            introduction=introduction,
            sections=_sections(cells, title),
            points=sum(each.points for each in asked),
        )
        .lstrip()
    )


def _sections(cells: Sequence[WorkedCell], title: str) -> list[Section]:
    """The cells by the headings above them; the title of the whole is the page's."""
    sections = [Section("")]
    for cell in cells:
        for heading, text in _by_heading(cell):
            if heading:
                sections.append(Section(heading))
            sections[-1].question |= cell.part in (Part.ANSWER, Part.WRITTEN)
            if text:
                sections[-1].blocks.append(Block(cell.part, text, shown_outputs(cell.outputs), _pictures(cell)))
    for section in sections:
        if section.title == title:
            section.title = ""
    return [section for section in sections if section.title or section.blocks]


def _by_heading(cell: WorkedCell) -> Iterator[tuple[str, str]]:
    """The headings of a text with what stands below each; first what stands above them all, without a heading."""
    if cell.part is not Part.TEXT:
        yield "", without_box(cell.source) if cell.part is Part.ASKED else cell.source
        return
    heading, lines, is_code = "", list[str](), False
    for line in cell.source.split("\n"):
        is_code ^= line.startswith(_FENCE)
        if not is_code and (found := _HEADING.fullmatch(line)):
            yield heading, _without_rules(lines)
            heading, lines = found[1].strip(), []
        else:
            lines.append(line)
    yield heading, _without_rules(lines)


def _without_rules(lines: Sequence[str]) -> str:
    """Text without the rule between it and the next heading, in whose place the page begins a new card."""
    text = "\n".join(lines).strip()
    return text.removeprefix(_RULE).removesuffix(f"\n{_RULE}").strip()


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
