"""What students call a cell: the question it belongs to, by label and title, instead of nbgrader's name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from autograder.course.cells import SCHEME, TESTS, WRITTEN, question_of, question_of_scheme
from autograder.course.questions import Question

_CELL = re.compile(r"(?P<the>\b[Tt]he )?\b(?P<kind>[Cc]ell|answer|written answer) '(?P<name>[\w-]+)'")
_NAME = re.compile(r"'(?P<name>[\w-]+)'")


class CellNames:
    """The names of the cells of one assignment, for people."""

    def __init__(self, asked: Iterable[Question]) -> None:
        self.questions = {question.id: question.name for question in asked}

    def of(self, cell: str) -> str:
        """A cell, in the middle of a sentence."""
        if cell in self.questions:
            return f"the cell of {self.questions[cell]}"
        for start, words in (
            (TESTS, "the cell with the public checks of"),
            (WRITTEN, "the written answer of"),
            (SCHEME, "the text of"),
        ):
            name = question_of_scheme(cell) if start == SCHEME else question_of(cell)
            if cell.startswith(start) and name in self.questions:
                return f"{words} {self.questions[name]}"
        return f"the cell '{cell}'"

    def in_sentence(self, sentence: str, lists: bool = False) -> str:
        """A sentence in which cells have these names; where it lists cells, also those that are only quoted."""

        def named(found: re.Match[str]) -> str:
            name = self.of(found["name"])
            begins = found.start() == 0 or found.string[: found.start()].endswith(". ")
            return capitalised(name) if begins else name

        if lists:
            known = {
                *self.questions,
                *(f"{start}{name}" for name in self.questions for start in (TESTS, WRITTEN, SCHEME)),
            }
            sentence = _CELL.sub(lambda found: f"'{found['name']}'", sentence)
            return _NAME.sub(lambda found: named(found) if found["name"] in known else found[0], sentence)
        return _CELL.sub(named, sentence)


def capitalised(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
