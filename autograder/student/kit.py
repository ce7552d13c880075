"""The kit: what an instructor hands to students. Notebooks, what they require, a page of help; nothing hidden."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.course import Course
from autograder.course.packing import packed
from autograder.course.questions import questions, title_of
from autograder.course.release import is_stale, read_release
from autograder.course.requirements import COURSE, required
from autograder.errors import CourseError

GUIDE = """\
# {course}

Everything you need for the assignments. You work in the notebooks of this folder; `originals/` has them as they were
handed out, to compare with and to start again from.

| notebook | | points |
|---|---|---:|
{table}

## Set up, once

```sh
python3 -m venv .venv && . .venv/bin/activate     # Windows: .venv\\Scripts\\activate
pip install -r requirements.txt                   # some gigabytes: PyTorch is among them
jupyter lab
```

Or with conda: `conda env create -f environment.yml`. Python 3.11 or newer. VS Code and Colab work too: open the
notebook there, and upload nothing else.

## Work

- Fill in the cells that say `YOUR CODE HERE`, and the written answers below each box. Keep names and signatures.
- Cells marked **(DO NOT CHANGE)** are put back before grading.
- After each cell come *public checks*. They catch common slips; hidden checks decide the grade. So `public checks
  passed` means *go on*, not *done*.

## Before you hand in

{before}Restart the kernel, run all cells from top to bottom, save, and hand in the notebook (`.ipynb`), nothing else.
"""
WITH_TOOL = """\
```sh
autograder check {notebook}        # all public checks, in a table
autograder preflight {notebook}    # does it run from top to bottom, is anything missing or changed?
```

"""
ENVIRONMENT = """\
name: {name}
channels:
  - conda-forge
dependencies:
  - python>=3.11
  - pip
  - pip:
      - -r requirements.txt
"""


def write_kit(course: Course, assignments: Sequence[str], target: Path, wheel: Path | None = None) -> Path:
    """Write the kit of some assignments as a zip, or into a folder that is not there yet; a wheel brings the command."""
    if target.exists() and target.suffix != ".zip":
        raise CourseError(f"{target} is there already. Name a folder that is not, or a zip.")
    files = dict(_files(course, assignments, wheel))
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix == ".zip":
        target.write_bytes(packed((f"kit/{name}", content) for name, content in files.items()))
        return target
    try:
        for name, content in files.items():
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return target


def _files(course: Course, assignments: Sequence[str], wheel: Path | None) -> Iterator[tuple[str, bytes]]:
    rows = []
    for assignment in assignments:
        release = read_release(course, assignment)
        if is_stale(course, assignment):
            raise CourseError(f"The release of {assignment} is stale. Run: autograder release {assignment}")
        content = course.release(assignment).read_bytes()
        yield f"{assignment}.ipynb", content
        yield f"originals/{assignment}.ipynb", content
        points = sum(question.points for question in questions(release))
        rows.append(f"| `{assignment}.ipynb` | {title_of(release) or assignment} | {points:g} |")
    requirements = required(COURSE)
    if wheel is not None:
        if not wheel.is_file():
            raise CourseError(f"{wheel} does not exist. Build it with: make wheel")
        yield wheel.name, wheel.read_bytes()
        requirements.append(f"./{wheel.name}")
    before = WITH_TOOL.format(notebook=f"{assignments[0]}.ipynb") if wheel is not None else ""
    name = course.settings.name or course.root.name
    yield "README.md", GUIDE.format(course=name, table="\n".join(rows), before=before).encode()
    yield "requirements.txt", ("\n".join(requirements) + "\n").encode()
    slug = "-".join(name.lower().split())
    yield "environment.yml", ENVIRONMENT.format(name=slug).encode()
