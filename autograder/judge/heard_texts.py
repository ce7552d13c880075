"""Texts that came from the jail as data: a sentence of a check may repeat one, and it may hold a check's inputs."""

import re
from collections.abc import Iterator
from typing import Any

from autograder.judge.jail_text import blotted
from autograder.judge.phrasing import shorten

_MOST_TEXTS, _LONGEST_IN_ALL = 10_000, 1_000_000
_SHORT = 12
"""Characters of a text that stands in a sentence by chance, or says little."""
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
            hidden = hide and len(text) >= _SHORT and not known
            sentence = sentence.replace(text, _HIDDEN if hidden else blotted(text))
        return shorten(sentence)


def _texts_in(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            waiting += (*part.keys(), *part.values())
        elif isinstance(part, list | tuple | set | frozenset):
            waiting += part
