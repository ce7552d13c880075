"""Which cell of a submission is which cell of the release: by name, by what it defines, by text, by its neighbours."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from nbformat import NotebookNode
from rapidfuzz import fuzz

from autograder.course.cells import grade_id
from autograder.course.python import defined, methods, normalised, stands_alone
from autograder.course.released import ReleasedNotebook

Means = Literal["name", "id", "text", "definition", "part", "likeness", "place"]

ALIKE = 0.6
"""From which likeness on two texts are taken for versions of the same cell."""
# bounds on what a notebook of a million cells, or of one endless line, can cost
MOST_COMPARED = 400
LONGEST_COMPARED = 4000
MOST_PARTS = 6


@dataclass(frozen=True)
class Match:
    """A cell of a submission recognised as one of the release."""

    target: int
    """The number of the cell in the release."""
    means: Means
    sure: bool = True


def match_cells(
    cells: Sequence[NotebookNode], release: ReleasedNotebook, texts: Sequence[str] | None = None
) -> tuple[Match | None, ...]:
    """Recognise the cells of a submission; several may be the same one, None is a cell of the student's own.

    The normalised texts of the cells may be given.
    """
    matcher = _Matcher(cells, release, texts if texts is not None else [normalised(cell.source) for cell in cells])
    matcher.by_names()
    matcher.by_texts()
    matcher.by_definitions()
    matcher.by_parts()
    matcher.by_likeness()
    matcher.by_place()
    matcher.by_answers_below()
    return tuple(matcher.matches)


def likeness(one: str, other: str) -> float:
    """How alike two texts are, from 0 to 1; 0 where they are not alike, which is found out sooner."""
    return fuzz.ratio(one[:LONGEST_COMPARED], other[:LONGEST_COMPARED], score_cutoff=100 * ALIKE) / 100


class _Matcher:
    """The matches found so far; each step looks only at what the steps before it left open."""

    def __init__(self, cells: Sequence[NotebookNode], release: ReleasedNotebook, texts: Sequence[str]) -> None:
        self.cells = cells
        self.release = release
        self.matches: list[Match | None] = [None] * len(cells)
        self.texts = texts
        self.places: dict[int, list[int]] = defaultdict(list)
        """Where in the submission a cell of the release was found, for every cell that was."""

    def _set(self, place: int, target: int, means: Means, sure: bool = True) -> None:
        self.matches[place] = Match(target, means, sure)
        insort(self.places[target], place)

    def _open(self, cell_type: str) -> Iterator[int]:
        """Cells of the submission that are not empty and not recognised yet."""
        for place, match in enumerate(self.matches):
            if match is None and self.cells[place].cell_type == cell_type and self.texts[place]:
                yield place

    def _missing(self, cell_type: str) -> Iterator[int]:
        """Cells of the release that were not found yet."""
        for target, released in enumerate(self.release.cells):
            if not self.places.get(target) and released.cell.cell_type == cell_type:
                yield target

    def _is_unfilled(self, target: int, places: Sequence[int]) -> bool:
        """Whether all that was found of an answer is what was handed out."""
        return all(self.texts[place] in ("", self.release.cells[target].text) for place in places)

    def by_names(self) -> None:
        """nbgrader's name of a cell, else its id; of several cells with the same id only the first is no copy."""
        seen: set[str] = set()
        for place, cell in enumerate(self.cells):
            cell_id = cell.get("id", "")
            named = self.release.by_name.get(grade_id(cell))
            known = self.release.by_id.get(cell_id) if cell_id not in seen else None
            seen.add(cell_id)
            if named is not None and known is not None and named != known:
                names = defined(cell.source) if cell.cell_type == "code" else frozenset()
                by_content = [target for target in (named, known) if names & self.release.cells[target].defines]
                self._set(place, by_content[0] if len(by_content) == 1 else named, "name", sure=False)
            elif named is not None:
                self._set(place, named, "name")
            elif known is not None:
                self._set(place, known, "id")

    def by_texts(self) -> None:
        """Exactly the text that was handed out; a second unfilled copy of an answer is recognised as well."""
        for cell_type in ("code", "markdown"):
            for place in list(self._open(cell_type)):
                target = self.release.by_text.get((cell_type, self.texts[place]))
                if target is not None and (
                    not self.places.get(target) or (self.release.cells[target].kind == "answer" and cell_type == "code")
                ):
                    self._set(place, target, "text")

    def by_definitions(self) -> None:
        """Functions, classes and variables that a cell of the release is there to define."""
        owners: dict[str, int] = {}
        for target, released in reversed(list(enumerate(self.release.cells))):
            for name in released.defines:
                if name not in owners or released.kind == "answer":
                    owners[name] = target
        given = cache(self._given)
        for place in list(self._open("code")):
            names = defined(self.cells[place].source)
            shared = {
                target: names & self.release.cells[target].defines
                for target in {owners[name] for name in names if name in owners}
            }
            wanted = [target for target in sorted(shared) if not shared[target] <= given(target)]
            if wanted:
                self._set(place, max(wanted, key=lambda target: len(shared[target])), "definition")

    def _given(self, target: int) -> frozenset[str]:
        """What of the definitions of a released cell was found already: by name, and filled in."""
        named = [
            place
            for place in self.places.get(target, ())
            if (match := self.matches[place]) and match.means != "definition"
        ]
        if self.release.cells[target].kind != "answer":
            return self.release.cells[target].defines if named else frozenset()
        if self._is_unfilled(target, named):
            return frozenset()
        return frozenset[str]().union(*(defined(self.cells[place].source) for place in named))

    def by_parts(self) -> None:
        """The rest of an answer that was cut in two or three: apart it is no Python, together it is."""
        for target, released in enumerate(self.release.cells):
            if released.kind == "answer" and released.is_code:
                for place in list(self.places.get(target, ())):
                    for part in self._rest_of(place):
                        self._set(part, target, "part")

    def _rest_of(self, place: int) -> list[int]:
        """The cells right behind an answer that belong to it, if there are any."""
        whole, rest = self.cells[place].source, []
        match = self.matches[place]
        wanted = methods(self.release.cells[match.target].cell.source) if match else frozenset()
        for count, after in enumerate(range(place + 1, min(place + MOST_PARTS, len(self.cells))), start=1):
            source = self.cells[after].source
            if self.cells[after].cell_type != "code" or self.matches[after] is not None:
                break
            longer = f"{whole}\n{source}"
            broken = not stands_alone(whole) or not stands_alone(source)
            completes = wanted & (methods(longer) - methods(whole))
            # an indented cell alone proves nothing, but more of a class may follow it
            if not broken and not completes and not source.lstrip("\n").startswith((" ", "\t")):
                break
            whole = longer
            if (broken or completes) and stands_alone(whole):
                rest = list(range(place + 1, place + 1 + count))
        return rest

    def by_likeness(self) -> None:
        """Texts that are nearly those handed out; the most alike pairs first."""
        for cell_type in ("code", "markdown"):
            places = list(self._open(cell_type))[:MOST_COMPARED]
            targets = [
                target
                for target in self._missing(cell_type)
                # a written answer replaces what was handed out, so likeness says nothing
                if self.release.cells[target].kind != "answer" or cell_type == "code"
            ]
            pairs = [
                (score, -place, -target)
                for place in places
                for target in targets
                if (score := likeness(self.texts[place], self.release.cells[target].text)) >= ALIKE
            ]
            for _, place, target in sorted(pairs, reverse=True):
                if self.matches[-place] is None and not self.places.get(-target):
                    self._set(-place, -target, "likeness", sure=self.release.cells[-target].kind != "answer")

    def by_place(self) -> None:
        """Answers still missing: the cell behind the one they were handed out behind, else one between neighbours."""
        ordered = self._is_ordered()
        for target in [target for kind in ("markdown", "code") for target in self._missing(kind)]:
            released = self.release.cells[target]
            before = self.places.get(target - 1, ())
            if released.kind != "answer" or len(before) != 1 or before[0] + 1 >= len(self.cells):
                continue
            after = before[0] + 1
            if (
                self.matches[after] is None
                and self.cells[after].cell_type == released.cell.cell_type
                and self.texts[after]
            ):
                self._set(after, target, "place", sure=ordered and not released.is_code)
        for cell_type in ("markdown", "code"):
            for targets, places in self._gaps(cell_type):
                for target, place in zip(targets, places, strict=False):
                    alone = len(targets) == len(places) == 1 and cell_type == "markdown"
                    self._set(place, target, "place", sure=ordered and alone)
                if len(targets) == 1 and cell_type == "markdown":
                    for place in places[1:]:
                        self._set(place, targets[0], "place", sure=False)

    def _is_ordered(self) -> bool:
        """Whether what was found stands in the order it was handed out in, so that neighbours tell something."""
        last = -1
        for target in sorted(target for target, places in self.places.items() if places):
            after = [place for place in self.places[target] if place > last]
            if not after:
                return False
            last = after[0]
        return True

    def _gaps(self, cell_type: str) -> list[tuple[list[int], list[int]]]:
        """Between two neighbours that were found: the answers still missing, and the cells that could be these."""
        found = [(-1, -1)]
        for target in sorted(target for target, places in self.places.items() if places):
            if self.places[target][-1] > found[-1][1]:
                found.append((target, self.places[target][-1]))
        found.append((len(self.release.cells), len(self.cells)))
        missing = [target for target in self._missing(cell_type) if self.release.cells[target].kind == "answer"]
        open_places = list(self._open(cell_type))
        gaps = []
        for (low, first), (high, last) in pairwise(found):
            targets = [target for target in missing if low < target < high]
            places = [place for place in open_places if first < place < last]
            if targets and places:
                gaps.append((targets, places))
        return gaps

    def by_answers_below(self) -> None:
        """Written answers in cells of their own below the one that was handed out for them and left unfilled."""
        for target, released in enumerate(self.release.cells):
            found = self.places.get(target)
            if released.kind != "answer" or released.is_code or not found or not self._is_unfilled(target, found):
                continue
            for after in range(found[-1] + 1, len(self.cells)):
                if self.matches[after] is not None or self.cells[after].cell_type != "markdown":
                    break
                if self.texts[after]:
                    self._set(after, target, "place", sure=False)
