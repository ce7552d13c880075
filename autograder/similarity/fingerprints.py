"""Fingerprints of answers, made by copydetect: names, layout and comments leave no trace in them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

import numpy as np
from copydetect import CodeFingerprint
from copydetect.utils import get_copied_slices
from numpy.typing import NDArray

from autograder.similarity.answers import AnswerKind

# Short, because answers are: see docs/similarity.md for what was measured. With a window of 1 nothing is left to chance,
# as copydetect's own hashes differ from run to run and would have it select others each time.
CODE_LENGTH = 10
TEXT_LENGTH = 24
WINDOW = 1

Hashes = NDArray[np.int64]
Span = tuple[int, int]


class Document:
    """One answer and its fingerprints, each with the positions where it stands."""

    def __init__(self, source: str, kind: AnswerKind) -> None:
        self.source = source
        self.length = CODE_LENGTH if kind == "code" else TEXT_LENGTH
        if kind == "code":
            self.positions, content = None, source
        else:
            self.positions, content = _letters(source)
        self._print = CodeFingerprint(
            "cell.py", self.length, WINDOW, filter=kind == "code", language="python", fp=io.StringIO(content)
        )

    @property
    def hashes(self) -> Hashes:
        """The fingerprints, sorted."""
        return np.sort(np.fromiter(self._print.hashes, dtype=np.int64))

    def spans(self, hashes: Iterable[int]) -> list[Span]:
        """Where in the source some fingerprints stand, from and to, in order and apart."""
        positions = [position for each in hashes for position in self._print.hash_idx.get(each, ())]
        starts, ends = get_copied_slices(np.array(positions, dtype=int), self.length)
        return _apart([self._span(int(start), int(end)) for start, end in zip(starts, ends, strict=True)])

    def _span(self, start: int, end: int) -> Span:
        if self.positions is not None:
            return int(self.positions[start]), int(self.positions[end - 1]) + 1
        # up to where the next token starts, as one letter of the filtered text is a whole name here
        first, last = self._position(start), self._position(end)
        return first, first + max(len(self.source[first:last].rstrip()), 1)

    def _position(self, index: int) -> int:
        """The position in the source of a character of the filtered text."""
        removed = self._removed
        entry = int(np.searchsorted(self._print.offsets[:, 0], index))
        total = len(self.source) - len(self._print.filtered_code.rstrip("\n"))
        return index + min(int(removed[entry]) if entry < len(removed) else total, total)

    @cached_property
    def _removed(self) -> Hashes:
        """How much was left out before each entry of copydetect's, which forgets it at the name of a class."""
        removed: Hashes = np.maximum.accumulate(self._print.offsets[:, 1])
        return removed


def _letters(source: str) -> tuple[NDArray[np.int64], str]:
    """Only the letters and digits of a text, in lower case, and where they come from."""
    letters = [(position, letter) for position, letter in enumerate(source.lower()) if letter.isalnum()]
    # some letters become two in lower case, and then positions would shift
    if len(source.lower()) != len(source):
        letters = [(position, letter.lower()[:1]) for position, letter in enumerate(source) if letter.isalnum()]
    return np.array([position for position, _ in letters], dtype=np.int64), "".join(letter for _, letter in letters)


def _apart(spans: list[Span]) -> list[Span]:
    """Spans in order; those that overlap are one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    assert all(one[1] < other[0] for one, other in pairwise(joined))
    return joined
