"""What must never leave the instructors' hands: the telling lines of solutions/, and a search for them in archives."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat

from autograder.authoring.new_assignment import TEMPLATE
from autograder.course import Course
from autograder.course.master import read_master
from autograder.course.solution import SolutionFolder

SHORTEST = 15
TEXTS = (".py", ".toml", ".json")
# what anybody writes, in any notebook and any package
COMMON = re.compile(
    r'(from \S+ )?import .*|if __name__ == "__main__":|except \w+:|def forward\(self, x: Tensor\) -> Tensor:|@points\(.*\)'
    r"|raise \w+ from None|\) -> torch\.Tensor:|# (%%|text_representation:|notebook_metadata_filter:).*"
)


def words(line: str) -> str:
    return " ".join(line.split())


def telling(lines: Iterable[str]) -> set[str]:
    """Lines that are long enough to say something, and not what anybody would write."""
    found = {words(line) for line in lines}
    return {line for line in found if len(line) >= SHORTEST and not COMMON.fullmatch(line)}


def lines_of(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        yield from path.read_text(encoding="utf-8").splitlines()


def public_lines(course: Course, assignments: Iterable[str]) -> set[str]:
    """All that everybody may read: the releases, and the form of a new assignment."""
    found = {words(line) for line in lines_of(TEMPLATE.rglob("*.template"))}
    found |= {line.removeprefix("# ") for line in found}
    for assignment in assignments:
        for cell in nbformat.read(course.release(assignment), as_version=4).cells:
            found |= {words(line) for line in cell.source.splitlines()}
    return found


def secret_lines(course: Course, assignments: Iterable[str]) -> set[str]:
    """Every telling line of solutions/ outside of the releases' own text; of masters also as the notebook has it."""
    assignments = list(assignments)
    folders = [course.solution(assignment) for assignment in assignments]
    files = [path for folder in folders for path in files_of(folder)]
    cells = [cell for folder in folders for cell in read_master(folder.master).cells]
    found = telling(lines_of(files)) | telling(line for cell in cells for line in cell.source.splitlines())
    public = public_lines(course, assignments)
    return {line for line in found - public if line.removeprefix("# ") not in public}


def files_of(folder: SolutionFolder) -> list[Path]:
    return [path for path in folder.path.rglob("*") if path.suffix in TEXTS and "__pycache__" not in path.parts]


def found_in(archive: bytes, secrets: set[str]) -> dict[str, list[str]]:
    """By file of an archive, and of archives in it, the secret lines that stand in it."""
    found: dict[str, list[str]] = {}
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        for name in packed.namelist():
            content = packed.read(name)
            if name.endswith((".whl", ".zip")):
                found |= {f"{name}/{inner}": lines for inner, lines in found_in(content, secrets).items()}
            elif stand := secrets & {words(line) for line in lines_in(name, content)}:
                found[name] = sorted(stand)
    return found


def lines_in(name: str, content: bytes) -> list[str]:
    """The lines of a file: of a notebook those of all texts in it, of a database all text between its other bytes."""
    text = content.decode("utf-8", "replace")
    if name.endswith(".ipynb"):
        # cells, but outputs and metadata too
        return [line for each in _texts(nbformat.reads(text, as_version=4)) for line in each.splitlines()]
    return re.split(r"[\x00-\x1f\ufffd]", text) if name.endswith(".db") else text.splitlines()


def _texts(value: object) -> Iterator[str]:
    """All texts in data, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
