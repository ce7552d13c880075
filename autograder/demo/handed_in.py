"""What the students of a made-up class hand in; every right answer is written in one of the ways we know, at random."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Mapping

import nbformat
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import WRITTEN, is_answer
from autograder.course.master import read_master
from autograder.course.release import read_release
from autograder.demo.made_up_class import MadeUpClass, MadeUpStudent
from autograder.diagnosis.examples import MISTAKE, VARIANT, read_examples

SENTENCES_PER_ANSWER = 3
BROKEN_AT = 2000
"""After how many characters a broken notebook is cut off."""


class HandedIn:
    """Writes the notebooks of a made-up class."""

    def __init__(self, course: Course, assignment: str, made_up: MadeUpClass) -> None:
        solution = course.solution(assignment)
        self.made_up = made_up
        self.empty = read_release(course, assignment)
        self.right = answers_of(read_master(solution.master))
        self.mistakes = read_examples(solution, MISTAKE)
        self.variants: dict[str, list[str]] = {}
        for variant in read_examples(solution, VARIANT):
            self.variants.setdefault(variant.question, []).append(variant.source)

    def file_of(self, student: MadeUpStudent) -> str:
        """What a student hands in, as text."""
        if student.hands_in == "empty":
            return ""
        if student.hands_in == "broken":
            return nbformat.writes(self.empty)[:BROKEN_AT]
        if student.copies:
            original = next(each for each in self.made_up.students if each.id == student.copies)
            return nbformat.writes(_disguised(self._notebook(original), self.made_up.renamed))
        notebook = self._notebook(student)
        return nbformat.writes(_stripped(notebook) if student.hands_in == "stripped" else notebook)

    def _notebook(self, student: MadeUpStudent) -> NotebookNode:
        answers = self._own_words(random.Random(student.id))
        if student.hands_in == "unfilled":
            answers = {}
        if student.hands_in == "half":
            answers = dict(list(answers.items())[: len(answers) // 2])
        if student.mistakes is not None:
            made = self.mistakes[student.mistakes.first :: student.mistakes.every]
            answers |= {mistake.question: mistake.source for mistake in made}
        return with_answers(self.empty, answers | student.cells)

    def _own_words(self, generator: random.Random) -> dict[str, str]:
        """Right answers: code in one of its known variants, written answers out of the sentences of the class."""
        answers = {}
        for name, source in self.right.items():
            if name.startswith(WRITTEN):
                answers[name] = " ".join(generator.sample(self.made_up.sentences, SENTENCES_PER_ANSWER))
            else:
                answers[name] = generator.choice([source, *self.variants.get(name, ())])
        return answers


def _stripped(notebook: NotebookNode) -> NotebookNode:
    """What some editors leave of a notebook: no metadata, other cell ids."""
    bare = copy.deepcopy(notebook)
    bare.metadata = NotebookNode()
    for number, cell in enumerate(bare.cells):
        cell.metadata = NotebookNode()
        cell.id = f"cell-{number}"
    return bare


def _disguised(notebook: NotebookNode, renamed: Mapping[str, str]) -> NotebookNode:
    """The same answers with other names for variables and with comments, as a copy is handed in."""
    disguised = copy.deepcopy(notebook)
    for cell in disguised.cells:
        if cell.cell_type == "code" and is_answer(cell):
            source = cell.source
            for old, new in renamed.items():
                if not re.search(rf"(def \w+\([^)]*\b{old}\b|[.\"']{old}\b|\b{old}=)", source):
                    source = re.sub(rf"\b{old}\b", new, source)
            cell.source = f"# my own work\n{source}"
    return disguised
