"""Fingerprints of answers, made by copydetect: names, layout and comments leave no trace in them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from copydetect import CodeFingerprint
from copydetect.utils import get_copied_slices
from numpy.typing import NDArray

from autograder.similarity.answers import Kind

# Short, because answers are: see docs/similarity.md for what was measured. With a window of 1 nothing is left to chance,
# as copydetect's own hashes differ from run to run and would have it select others each time.
CODE_LENGTH = 10
TEXT_LENGTH = 24
WINDOW = 1

Hashes = NDArray[np.int64]
Span = tuple[int, int]


class Document:
    """One answer and its fingerprints, each with the places where it stands."""

    def __init__(self, source: str, kind: Kind) -> None:
        self.source = source
        self.length = CODE_LENGTH if kind == "code" else TEXT_LENGTH
        if kind == "code":
            self.places, content = None, source
        else:
            self.places, content = _letters(source)
        self._print = CodeFingerprint(
            "cell.py", self.length, WINDOW, filter=kind == "code", language="python", fp=io.StringIO(content)
        )

    @property
    def hashes(self) -> Hashes:
        """The fingerprints, sorted."""
        return np.sort(np.fromiter(self._print.hashes, dtype=np.int64))

    def spans(self, hashes: Iterable[int]) -> list[Span]:
        """Where in the source some fingerprints stand, from and to, in order and apart."""
        places = [place for each in hashes for place in self._print.hash_idx.get(each, ())]
        starts, ends = get_copied_slices(np.array(places, dtype=int), self.length)
        return _apart([self._span(int(start), int(end)) for start, end in zip(starts, ends, strict=True)])

    def _span(self, start: int, end: int) -> Span:
        if self.places is not None:
            return int(self.places[start]), int(self.places[end - 1]) + 1
        # up to where the next token starts, as one letter of the filtered text is a whole name here
        first, last = self._place(start), self._place(end)
        return first, max(len(self.source[:last].rstrip()), first + 1)

    def _place(self, index: int) -> int:
        """Where in the source a character of the filtered text comes from."""
        offsets = self._print.offsets
        # copydetect forgets, at the name of a class, what was left out before it
        removed = np.maximum.accumulate(offsets[:, 1])
        entry = int(np.searchsorted(offsets[:, 0], index))
        total = len(self.source) - len(self._print.filtered_code.rstrip("\n"))
        return index + min(int(removed[entry]) if entry < len(removed) else total, total)


def _letters(source: str) -> tuple[NDArray[np.int64], str]:
    """Only the letters and digits of a text, in lower case, and where they come from."""
    kept = [(place, letter) for place, letter in enumerate(source.lower()) if letter.isalnum()]
    # some letters become two in lower case, and then places would shift
    if len(source.lower()) != len(source):
        kept = [(place, letter.lower()[:1]) for place, letter in enumerate(source) if letter.isalnum()]
    return np.array([place for place, _ in kept], dtype=np.int64), "".join(letter for _, letter in kept)


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
