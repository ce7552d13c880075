"""Puts a submission back into the form of its release, whatever an editor did to its cells."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise
from typing import Literal

import msgspec
from nbformat import NotebookNode

from autograder.course.cells import grade_id
from autograder.course.notebook import MINOR_WITH_CELL_IDS
from autograder.course.python import defined, excerpt, normalised, parsed, stands_alone
from autograder.course.released import ReleasedCell, ReleasedNotebook
from autograder.intake.matching import ALIKE, likeness, match_cells
from autograder.intake.rebuilt_cells import filled_cell, own_cell
from autograder.intake.recovery_findings import RecoveryFindings, times

Certainty = Literal["untouched", "sure", "doubtful"]


class RecoveryNote(msgspec.Struct, frozen=True):
    """How a submission was put back into the form of its release, and how sure that is."""

    certainty: Certainty = "untouched"
    notes: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    """The answers, by name, that a person should look at."""


_UNTOUCHED = RecoveryNote()


@dataclass(frozen=True)
class Recovery:
    """A submission in the form of its release, and what had to be done for that."""

    notebook: NotebookNode
    note: RecoveryNote = _UNTOUCHED
    missing: tuple[str, ...] = ()
    """The answers of which nothing was found."""


def recover(notebook: NotebookNode, release: ReleasedNotebook) -> Recovery:
    """Give a submission the cells of its release, in their order; the student's own stay beside their neighbours."""
    if not release.cells:
        return Recovery(notebook)
    return _Recoverer(notebook, release).recover()


def is_of(notebook: NotebookNode, release: ReleasedNotebook) -> bool:
    """Whether a notebook without a name of its assignment belongs to this release: it has most of the cells."""
    found = {match.target for match in match_cells(notebook.cells, release) if match is not None and match.sure}
    named = [target for target, cell in enumerate(release.cells) if cell.name]
    return bool(named) and 2 * sum(target in found for target in named) > len(named)


class _Recoverer:
    """One submission on its way back into the form of its release."""

    def __init__(self, notebook: NotebookNode, release: ReleasedNotebook) -> None:
        self.notebook = notebook
        self.cells: Sequence[NotebookNode] = notebook.cells
        self.release = release
        self.texts = [normalised(cell.source) for cell in self.cells]
        self.matches = match_cells(self.cells, release, self.texts)
        self.found = RecoveryFindings()
        self.groups: dict[int, list[int]] = defaultdict(list)
        for place, match in enumerate(self.matches):
            if match is not None:
                self.groups[match.target].append(place)
        self.used: dict[int, int] = {}
        """By place in the submission, the number of the released cell that the cell there went into."""
        self.counted: dict[int, int] = {}
        """By number of the released cell, the place in the submission where it was found."""
        self.earlier: dict[int, list[int]] = defaultdict(list)
        """By number of the released cell, places of copies that differ; they run right before the one that counts."""

    def recover(self) -> Recovery:
        """Rebuild the notebook and say what was done."""
        rebuilt: dict[int, NotebookNode] = {}
        for target, released in enumerate(self.release.cells):
            if places := self.groups.get(target):
                rebuilt[target] = self._rebuild(target, released, places)
        own_names = self._own_definitions()
        for target, released in enumerate(self.release.cells):
            if target not in rebuilt and (cell := self._restore(released, own_names)) is not None:
                rebuilt[target] = cell
        self._notice_order()
        self._notice_names()
        notes = self.found.notes(sum(bool(cell.name) for cell in self.release.cells))
        recovered = NotebookNode(copy.copy(self.notebook))
        recovered.metadata = NotebookNode(copy.deepcopy(self.release.metadata))
        recovered.cells = self._arrange(rebuilt, same_ids=not notes)
        recovered.nbformat_minor = max(self.notebook.get("nbformat_minor", 0), MINOR_WITH_CELL_IDS)
        certainty: Certainty = "untouched" if not notes else "doubtful" if self.found.doubtful else "sure"
        note = RecoveryNote(certainty, notes, tuple(self.found.doubtful))
        return Recovery(recovered, note, tuple(self.found.unanswered))

    def _rebuild(self, target: int, released: ReleasedCell, places: list[int]) -> NotebookNode:
        """One cell of the release from what was found of it."""
        if released.kind == "answer":
            counting = (
                self._resolve_code(released, places) if released.is_code else self._resolve_text(released, places)
            )
        else:
            exact = [place for place in places if self.texts[place] == released.text]
            counting = [exact[-1] if exact else places[-1]]
        settled = {"", released.text, *(self.texts[place] for place in counting)}
        for place in places:
            if self.texts[place] in settled:
                self.used[place] = target
            elif released.kind == "answer":
                self.used[place] = target
                self.earlier[target].append(place)
        self.counted[target] = counting[0]
        if released.kind == "answer":
            self._notice_doubts(released, places, counting)
        sources = [self.cells[place] for place in counting]
        return filled_cell(released, sources)

    def _resolve_code(self, released: ReleasedCell, places: list[int]) -> list[int]:
        """Which of several cells are the answer: the last copy that is filled in, or all parts of one that was split."""
        filled = [place for place in places if self.texts[place] not in ("", released.text)]
        if len(filled) <= 1:
            return filled or places[-1:]
        sources = [self.cells[place].source for place in filled]
        if len({self.texts[place] for place in filled}) == 1:
            return filled[-1:]
        trees = [parsed(source) for source in sources]
        whole = [
            place
            for place, source, tree in zip(filled, sources, trees, strict=True)
            if tree is not None and released.defines and released.defines <= defined(source)
        ]
        joined = "\n".join(sources)
        makes_sense = parsed(joined) is not None and released.defines <= defined(joined)
        alike = any(likeness(normalised(one), normalised(other)) >= ALIKE for one, other in pairwise(sources))
        if makes_sense and len(whole) <= 1 and (released.defines or not alike):
            between = set(range(filled[0], filled[-1])) - set(filled)
            apart = any(self.cells[place].cell_type == "code" for place in between)
            doubtful = released.name if apart else None
            where = ", with other cells between them" if apart else ""
            self.found.say(
                f"The cell '{released.name}' was split into {len(filled)} parts{where}; they were joined.", doubtful
            )
            return filled
        counting = whole[-1:] or filled[-1:]
        self.found.say(
            f"The cell '{released.name}' is there {times(len(filled))} and the copies differ; "
            f"the last one that is {'complete' if whole else 'filled in'} counts.",
            released.name,
        )
        return counting

    def _resolve_text(self, released: ReleasedCell, places: list[int]) -> list[int]:
        """A written answer in one or several cells; of nearly equal copies the last one counts."""
        filled = [place for place in places if self.texts[place] not in ("", released.text)]
        if len(filled) <= 1:
            return filled or places[-1:]
        texts = [self.texts[place] for place in filled]
        if len(set(texts)) == 1:
            return filled[-1:]
        if all(likeness(one, other) >= ALIKE for one, other in pairwise(texts)):
            self.found.say(
                f"The written answer '{released.name}' is there {times(len(filled))} and the copies differ; the last one counts.",
                released.name,
            )
            return filled[-1:]
        self.found.say(
            f"The written answer '{released.name}' stood in {len(filled)} cells; they were joined.", released.name
        )
        return filled

    def _notice_doubts(self, released: ReleasedCell, places: Sequence[int], counting: Sequence[int]) -> None:
        """Say which answers were taken from elsewhere, or recognised by something that can be wrong."""
        if released.name in self.found.doubtful:
            return
        matches = [match for place in counting if (match := self.matches[place]) is not None]
        unsure = [match for match in matches if not match.sure]
        if unsure:
            reason = {
                "name": "its name and its id say different things",
                "likeness": "it is only similar to what was handed out",
                "place": "only its place tells that it is this one",
            }.get(unsure[0].means, "it cannot be told for certain")
            self.found.say(f"A cell was taken for the answer '{released.name}', but {reason}.", released.name)
        elif released.is_code and self._lacks_a_part(counting):
            self.found.say(
                f"The answer '{released.name}' is no Python, and a part of it may stand in another cell.", released.name
            )
        elif len(counting) == 1 and len(places) > 1 and matches[0].means == "definition":
            between = range(min(places), counting[0])
            moved = any(self.matches[place] is None and self.cells[place].cell_type == "code" for place in between)
            self.found.say(
                f"The answer '{released.name}' stood in a cell of the student's own; it was taken from there"
                f"{', and now stands before other cells of theirs' if moved else ''}.",
                released.name if moved else None,
            )

    def _lacks_a_part(self, counting: Sequence[int]) -> bool:
        """Whether an answer cannot run, and neither can some unrecognised cell, which may be the missing part."""
        return self._has_broken_cell and not stands_alone("\n".join(self.cells[place].source for place in counting))

    @cached_property
    def _has_broken_cell(self) -> bool:
        return any(
            match is None and cell.cell_type == "code" and not stands_alone(cell.source)
            for cell, match in zip(self.cells, self.matches, strict=True)
        )

    def _own_definitions(self) -> Mapping[str, int]:
        """Names that the student's cells define, each with the last cell's place: a lost answer may stand there."""
        names: dict[str, int] = {}
        for place, cell in enumerate(self.cells):
            match = self.matches[place]
            locked = match is not None and self.release.cells[match.target].kind == "locked"
            if cell.cell_type == "code" and not locked:
                names |= dict.fromkeys(defined(cell.source), place)
        return names

    def _restore(self, released: ReleasedCell, own_names: Mapping[str, int]) -> NotebookNode | None:
        """A cell of the release that was not found: out of another cell, or as it was handed out."""
        if not released.name:
            # text may go; code that later cells need may not, unless the student does the same elsewhere
            missed = released.is_code and not released.defines & own_names.keys()
            if missed:
                self.found.restored.append(released.label)
            return copy.deepcopy(released.cell) if missed else None
        if released.kind == "locked":
            self.found.restored.append(released.name)
            return filled_cell(released, ())
        if (source := self._elsewhere(released, own_names)) is not None:
            self.found.say(f"The answer '{released.name}' stood in the cell of another; it was copied from there.")
            cell = filled_cell(released, ())
            cell.source = source
            return cell
        self.found.unanswered.append(released.name)
        kind = released.cell.cell_type
        if any(
            match is None and cell.cell_type == kind and text
            for cell, text, match in zip(self.cells, self.texts, self.matches, strict=True)
        ):
            self.found.doubtful[released.name] = None
        return filled_cell(released, ())

    def _elsewhere(self, released: ReleasedCell, own_names: Mapping[str, int]) -> str | None:
        """A lost answer that stands in other cells, to be copied: the unfilled cell, put back, would define it anew."""
        names: dict[int, set[str]] = defaultdict(set)
        for name in released.defines & own_names.keys():
            names[own_names[name]].add(name)
        found = [excerpt(self.cells[place].source, frozenset(names[place])) for place in sorted(names)]
        return "\n\n".join(piece for piece in found if piece is not None) if any(found) else None

    def _notice_order(self) -> None:
        """Say when cells stood in another order than they were handed out in."""
        places = [place for target, place in sorted(self.counted.items()) if self.release.cells[target].name]
        if places != sorted(places):
            self.found.say("Cells stood in another order than they were handed out in; they were put back into it.")

    def _notice_names(self) -> None:
        for target, group in self.groups.items():
            name = self.release.cells[target].name
            if name and not any(grade_id(self.cells[place]) == name for place in group):
                self.found.relabelled.append(name)
            kind = self.release.cells[target].cell.cell_type
            if name and any(self.cells[place].cell_type != kind and self.used.get(place) == target for place in group):
                self.found.say(f"The cell '{name}' was turned into another type of cell; it was turned back.")
            copies = [place for place in group if grade_id(self.cells[place]) == name]
            if name and len(copies) > 1 and not any(f"'{name}'" in sentence for sentence in self.found.sentences):
                self.found.say(f"The cell '{name}' is there {times(len(copies))}; one of them counts.")

    def _arrange(self, rebuilt: Mapping[int, NotebookNode], same_ids: bool) -> list[NotebookNode]:
        """The release's order; a student's own cell stays behind the cell it stood behind."""
        behind: dict[int, list[NotebookNode]] = defaultdict(list)
        anchor = -1
        for place, cell in enumerate(self.cells):
            if place in self.used:
                anchor = self.used[place]
            else:
                behind[anchor].append(cell)
        taken = {cell.id for cell in rebuilt.values() if "id" in cell}
        cells: list[NotebookNode] = []
        numbers = count()
        for target in (-1, *sorted(rebuilt)):
            before = [self.cells[place] for place in self.earlier.get(target, ())]
            cells += [own_cell(cell, taken, numbers, same_ids) for cell in before]
            cells += [rebuilt[target]] if target in rebuilt else []
            cells += [own_cell(cell, taken, numbers, same_ids) for cell in behind[target]]
        return cells
