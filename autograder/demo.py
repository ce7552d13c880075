"""A small made-up class, to see the whole way of a submission without a course of one's own."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import nbformat

from autograder.course import CHECKS, CONFIG_FILE, Course
from autograder.examples import MISTAKE, VARIANT, examples
from autograder.filled import fill, solutions
from autograder.master import read_master
from autograder.release import release

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
# who hands in what: the kinds are explained by the functions below
CLASS = {
    "ada": "right", "bela": "right", "chen": "variants", "dara": "variants",
    "emil": "mistakes 0", "fatima": "mistakes 1", "goran": "mistakes 2", "hana": "mistakes 3", "ines": "mistakes 1",
    "jonas": "half", "kenji": "half", "lena": "unfilled", "milan": "endless", "nora": "crash", "otto": "attack",
    "paula": "broken", "quentin": "empty",
}  # fmt: skip


def make_demo(course: Course, folder: Path) -> Course:
    """Lay out a course of its own in a folder, release every assignment and fill in the submissions."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    shutil.copytree(course.masters, folder / "solutions")
    config = (course.root / CONFIG_FILE).read_text()
    # nobody wants to wait half a minute in a demonstration for a loop that never ends
    (folder / CONFIG_FILE).write_text(
        f"{config}\nc.JudgeSubmission.check_seconds = 3\nc.JudgeSubmission.cell_seconds = 5\n"
    )
    demo = Course(folder)
    for assignment in demo.assignments:
        release(demo, assignment)
        for student, kind in CLASS.items():
            _hand_in(demo, assignment, student, kind)
    return demo


def _hand_in(course: Course, assignment: str, student: str, kind: str) -> None:
    folder = course.root / "submitted" / student / assignment
    folder.mkdir(parents=True)
    path = folder / f"{assignment}.ipynb"
    empty = nbformat.read(course.release(assignment), as_version=4)
    if kind == "broken":
        path.write_text(nbformat.writes(empty)[:2000])
    elif kind == "empty":
        path.write_text("")
    else:
        notebook = fill(empty, _answers(course, assignment, kind))
        notebook.cells.append(nbformat.v4.new_markdown_cell(f"Handed in by {student}."))
        nbformat.write(notebook, path)


def _answers(course: Course, assignment: str, kind: str) -> Mapping[str, str]:
    """The cells that a student of this kind fills in."""
    master = read_master(course.master(assignment))
    right = solutions(master)
    if kind == "unfilled":
        return {}
    if kind == "half":
        return dict(list(right.items())[: len(right) // 2])
    if kind == "variants":
        return right | {example.question: example.source for example in examples(CHECKS, assignment, VARIANT)}
    if kind.startswith("mistakes"):
        wrong = examples(CHECKS, assignment, MISTAKE)[int(kind.split()[1]) :: 9]
        return right | {example.question: example.source for example in wrong}
    spoilt = {"endless": {"stride": ENDLESS}, "crash": {"gelu": CRASH}, "attack": {"constant": ATTACK}}
    return right | {name: source for name, source in spoilt.get(kind, {}).items() if name in right}
