"""Two answers side by side, with what they share highlighted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from markupsafe import Markup, escape

from autograder.similarity.answers import ClassAnswers, ComparedPart
from autograder.similarity.content import Pair, PartMatch
from autograder.similarity.fingerprints import Document, Span

MOST_CHARACTERS = 8_000
"""How much of an answer is shown."""
CHARACTERS_ABOVE = 500
"""How much of that stands above the first thing that both answers have."""
LEFT_OUT, REST = "… what stands above is not shown here\n", "\n… the rest is not shown here"


@dataclass(frozen=True)
class Side:
    """One answer, as text and the spans of it that the other answer has too."""

    text: str
    shared: tuple[Span, ...]

    @property
    def highlighted(self) -> Markup:
        """The text with the shared spans highlighted, everything in it escaped."""
        pieces: list[Markup] = []
        position = 0
        for start, end in self.shared:
            pieces += (escape(self.text[position:start]), Markup("<mark>{}</mark>").format(self.text[start:end]))
            position = end
        return Markup("").join((*pieces, escape(self.text[position:])))


@dataclass(frozen=True)
class Sides:
    """One part as two students answered it."""

    match: PartMatch
    first: Side
    second: Side


def side_by_side(given: ClassAnswers, pair: Pair, least: float) -> tuple[Sides, ...]:
    """The parts in which two students are at least so alike."""
    return tuple(
        Sides(match, *_sides(given, match.part, pair.first, pair.second))
        for match in pair.matches
        if max(match.overlap, match.rare) >= least
    )


def _sides(given: ClassAnswers, part: ComparedPart, first: str, second: str) -> tuple[Side, Side]:
    """Both answers with the fingerprints that they share and the release does not have."""
    one, other = (Document(given.answers[student][part.name], part.kind) for student in (first, second))
    shared = np.intersect1d(one.hashes, other.hashes, assume_unique=True)
    shared = np.setdiff1d(shared, Document(given.release.get(part.name, ""), part.kind).hashes, assume_unique=True)
    return _side(one, shared.tolist()), _side(other, shared.tolist())


def _side(document: Document, shared: list[int]) -> Side:
    """An answer; of a long one the part where the first shared span stands, which may come after pages of comments."""
    text, spans = document.source, document.spans(shared)
    if len(text) <= MOST_CHARACTERS:
        return Side(text, tuple(spans))
    begin = max(spans[0][0] - CHARACTERS_ABOVE, 0) if spans else 0
    end = begin + MOST_CHARACTERS
    above = LEFT_OUT if begin else ""
    shift = len(above) - begin
    inside = tuple((start + shift, min(last, end) + shift) for start, last in spans if start < end)
    return Side(f"{above}{text[begin:end]}{REST if end < len(text) else ''}", inside)
