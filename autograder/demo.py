"""A made-up class that hands in through Moodle, to see the whole way of a submission without a course of one's own."""

from __future__ import annotations

import copy
import csv
import random
import re
import shutil
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.course import CHECKS, CONFIG_FILE, Course
from autograder.examples import MISTAKE, VARIANT, Example, examples
from autograder.filled import fill, solutions
from autograder.master import read_master
from autograder.release import release

DUE = datetime(2026, 11, 13, 23, 59, tzinfo=UTC)
ROSTER = "roster.csv"

ENDLESS = """
def strided(conv_output, stride):
    while True:
        pass
"""
CRASH = """
import os
os._exit(0)
"""
ATTACK = """
import torch
torch.allclose = lambda *args, **kwargs: True

class Anything:
    def __eq__(self, other):
        return True

def constant_c(center):
    return Anything()
"""
# what people write when asked to explain; every student picks other sentences
SENTENCES = (
    "A head that looks at one shift only does what one entry of the kernel does.",
    "With a large alpha all of the weight falls on a single pixel.",
    "The border is where the two differ, because attention has nothing to look at there.",
    "I compared both on a small image and the numbers agree.",
    "Two pixels far from each other get vectors that are almost orthogonal.",
    "The softmax does not care about a constant that is added to every score.",
    "Going from nine heads to four loses the corners of the kernel.",
    "In the figure the curves lie on top of each other except near minus two.",
    "Dropout only matters while training, so I switched the model to eval.",
    "The cost grows with the square of the number of pixels.",
    "A relative encoding needs no table that grows with the image.",
    "The first layers stay local, later ones look further away.",
)


@dataclass(frozen=True)
class Student:
    """Somebody of the class."""

    id: str
    name: str
    kind: str
    """What they hand in; the functions below say what that means."""


CLASS = (
    Student("ada", "Ada Lind", "good"),
    Student("bela", "Béla Novák", "good"),
    Student("chen", "Chen Wei", "good"),
    Student("dara", "Dara O'Neill", "good"),
    Student("emil", "Emil Grønn", "mistakes 0"),
    Student("fatima", "Fatima El Amrani", "mistakes 1"),
    Student("goran", "Goran Ilić", "mistakes 2"),
    Student("hana", "Hana Sato", "mistakes 3"),
    Student("ines", "Inês Duarte", "mistakes 1 few"),
    Student("jonas", "Jonas Weber", "half"),
    Student("kenji", "Kenji Mori", "half"),
    Student("lena", "Lena Vogel", "unfilled"),
    Student("milan", "Milan Kos", "endless"),
    Student("nora", "Nora Berg", "crash"),
    Student("otto", "Otto Falk", "attack"),
    Student("paula", "Paula Reyes", "broken"),
    Student("quentin", "Quentin Roy", "empty"),
    Student("rosa", "Rosa Marin", "stripped"),
    Student("sami", "Sami Haddad", "late"),
    Student("tess", "Tess Morgan", "copy of bela"),
    Student("uma", "Uma Nair", "absent"),
)


def make_demo(course: Course, folder: Path) -> Course:
    """Lay out a course of its own in a folder, release every assignment and pack what Moodle would give."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    shutil.copytree(course.masters, folder / "solutions")
    config = (course.root / CONFIG_FILE).read_text()
    # nobody wants to wait half a minute in a demonstration for a loop that never ends
    (folder / CONFIG_FILE).write_text(
        f"{config}\nc.JudgeSubmission.check_seconds = 3\nc.JudgeSubmission.cell_seconds = 10\n"
    )
    demo = Course(folder)
    _write_roster(folder / ROSTER)
    for assignment in demo.assignments:
        release(demo, assignment)
        with Gradebook(demo.db_url) as gradebook:
            gradebook.update_or_create_assignment(assignment, duedate=DUE.replace(tzinfo=None))
        _pack(demo, assignment)
    return demo


def moodle_zip(course: Course, assignment: str) -> Path:
    """Where the made-up download from Moodle lies."""
    return course.root / f"moodle_{assignment}.zip"


def _write_roster(path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "name", "email"))
        writer.writerows((student.id, student.name, f"{student.id}@example.org") for student in CLASS)


def _pack(course: Course, assignment: str) -> None:
    """A zip as Moodle's "download all submissions" makes it: a folder per person, with the time of the file."""
    writer = _Writer(course, assignment)
    with zipfile.ZipFile(moodle_zip(course, assignment), "w", zipfile.ZIP_DEFLATED) as archive:
        for number, student in enumerate(CLASS):
            if student.kind == "absent":
                continue
            time = DUE + timedelta(hours=31) if student.kind == "late" else DUE - timedelta(hours=3 + 2 * number)
            name = f"{student.name}_{2_104_300 + 7 * number}_assignsubmission_file_/{assignment}.ipynb"
            archive.writestr(zipfile.ZipInfo(name, time.timetuple()[:6]), writer.file_of(student))


class _Writer:
    """Writes the notebooks of the class; every right answer is written in one of the ways we know, at random."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.empty = nbformat.read(course.release(assignment), as_version=4)
        self.right = solutions(read_master(course.master(assignment)))
        self.variants = _by_question(examples(CHECKS, assignment, VARIANT))
        self.mistakes = examples(CHECKS, assignment, MISTAKE)

    def file_of(self, student: Student) -> str:
        """What a student hands in, as text."""
        if student.kind == "empty":
            return ""
        if student.kind == "broken":
            return nbformat.writes(self.empty)[:2000]
        if student.kind.startswith("copy of "):
            original = next(each for each in CLASS if each.id == student.kind.removeprefix("copy of "))
            return nbformat.writes(_disguised(self._notebook(original)))
        notebook = self._notebook(student)
        return nbformat.writes(_stripped(notebook) if student.kind == "stripped" else notebook)

    def _notebook(self, student: Student) -> NotebookNode:
        chance = random.Random(student.id)
        return fill(self.empty, self._kinds(student.kind)(self._own(chance)))

    def _own(self, chance: random.Random) -> dict[str, str]:
        """Right answers, each in one of its ways; what is written in words is anybody's."""
        answers = {}
        for name, source in self.right.items():
            if name.startswith("explain_"):
                answers[name] = " ".join(chance.sample(SENTENCES, 3))
            else:
                answers[name] = chance.choice([source, *self.variants.get(name, ())])
        return answers

    def _kinds(self, kind: str) -> Callable[[dict[str, str]], Mapping[str, str]]:
        if kind == "unfilled":
            return lambda answers: {}
        if kind == "half":
            return lambda answers: dict(list(answers.items())[: len(answers) // 2])
        if kind.startswith("mistakes"):
            _, first, *few = kind.split()
            made = self.mistakes[int(first) :: 9][:: 3 if few else 1]
            return lambda answers: answers | {mistake.question: mistake.source for mistake in made}
        spoilt = {"endless": {"stride": ENDLESS}, "crash": {"gelu": CRASH}, "attack": {"constant": ATTACK}}
        known = {name: source for name, source in spoilt.get(kind, {}).items() if name in self.right}
        return lambda answers: answers | known


def _by_question(found: Sequence[Example]) -> dict[str, list[str]]:
    ways: dict[str, list[str]] = {}
    for example in found:
        ways.setdefault(example.question, []).append(example.source)
    return ways


def _stripped(notebook: NotebookNode) -> NotebookNode:
    """What some editors leave of a notebook: no metadata, other cell ids."""
    bare = copy.deepcopy(notebook)
    bare.metadata = NotebookNode()
    for number, cell in enumerate(bare.cells):
        cell.metadata = NotebookNode()
        cell.id = f"cell-{number}"
    return bare


def _disguised(notebook: NotebookNode) -> NotebookNode:
    """The same answers with other names for variables and with comments, as a copy is handed in."""
    names = {"x": "inputs", "out": "res", "result": "res", "scores": "logits", "delta": "d", "mask": "m"}
    disguised = copy.deepcopy(notebook)
    for cell in disguised.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            tree = cell.source
            for old, new in names.items():
                if not re.search(rf"(def \w+\([^)]*\b{old}\b|[.\"']{old}\b|\b{old}=)", tree):
                    tree = re.sub(rf"\b{old}\b", new, tree)
            cell.source = f"# my own work\n{tree}"
    return disguised
