"""Texts that came from the jail as data: a sentence of a check may repeat one, and it may hold a check's inputs."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.judge.jail_text import blotted
from autograder.judge.phrasing import shown

_MOST_TEXTS, _LONGEST_IN_ALL = 10_000, 1_000_000
_SHORT = 12
"""Characters of a text that may be a part of a word by chance."""
_LEAST_CHARACTERS = 6
"""Characters of a number, or of a few in brackets, that says more than a size does."""
_FEW, _MOST_WRITTEN = 100, 1000
"""Numbers of one answer that are written: a sentence holds no more."""
_LONGEST_SENTENCE = 600
"""Characters of a sentence; one that is longer repeats a long answer."""
_ONE_WORD = re.compile(r"[\w.()]{1,40}")
_HIDDEN = "…"
_TOO_MANY = "The answer does not have the form that was asked for."


class HeardTexts:
    """The texts that the checks of one question have heard."""

    def __init__(self) -> None:
        self._texts: set[str] = set()
        self._size = 0

    def hear(self, value: Any) -> None:
        """Take note of all texts in an answer."""
        for text in _texts_in(value):
            if self._are_too_many:
                return
            if text and text not in self._texts:
                self._texts.add(text)
                self._size += len(text)

    @property
    def _are_too_many(self) -> bool:
        return len(self._texts) > _MOST_TEXTS or self._size > _LONGEST_IN_ALL

    def cleaned(self, sentence: str, check_file: str, *, hide: bool) -> str:
        """A sentence in which texts of the jail are blotted or hidden, but for single words that the check file has."""
        if self._are_too_many:
            return _TOO_MANY
        # the longest first: a shorter one may be a part of it
        for text in sorted((text for text in self._texts if text in sentence), key=len, reverse=True):
            known = _ONE_WORD.fullmatch(text) and text in check_file
            said = _HIDDEN if hide and not known else blotted(text)
            pattern = re.escape(text) if len(text) >= _SHORT else rf"(?<!\w){re.escape(text)}(?!\w)"
            # with no text that has a backslash in it, which would mean something here
            sentence = re.sub(pattern, said.replace("\\", r"\\"), sentence)
        return sentence if len(sentence) <= _LONGEST_SENTENCE else _TOO_MANY


def _texts_in(value: Any) -> Iterator[str]:
    """All texts in an answer, and what Python would write for its numbers and bytes, and for a few of them together."""
    written = 0
    if isinstance(value, list | tuple | set | frozenset) and len(value) <= _FEW and all(map(_is_plain, value)):
        yield shown(value, _LONGEST_SENTENCE)
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            waiting += (*part.keys(), *part.values())
        elif isinstance(part, list | tuple | set | frozenset):
            waiting += part
        elif _is_plain(part) and written < _MOST_WRITTEN:
            written += 1
            # longer ones make a sentence too long to be shown
            part = part[:_LONGEST_SENTENCE] if isinstance(part, bytes) else part
            yield from (text for text in {str(part), repr(part)} if len(text) >= _LEAST_CHARACTERS)


def _is_plain(part: Any) -> bool:
    return isinstance(part, str | int | float | complex | bytes | np.generic)
