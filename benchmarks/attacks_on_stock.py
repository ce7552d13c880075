"""The same attacks on stock nbgrader and on us, as a Markdown table: `make attack-table`.

Stock nbgrader runs the code of a submission with all rights of the account that grades, so only attacks that are
bounded and harm nothing outside their own folder are run here; `tests/class_run/test_attacks.py` runs all of them on us.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import runpy
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.course.release import release
from autograder.grading.note import note_on

HERE = Path(__file__).resolve().parent.parent
TINY, ATTACKS = HERE / "tests" / "tiny_course", HERE / "tests" / "attacks"
A0, HONEST = "a0_tiny", "an_honest_submission"
MASTER = TINY / "solutions" / A0 / "master.py"
POINTS = {"area": 3.0, "mean": 2.0}
CANARY = re.compile(r"canary-([a-z]+)-[0-9a-f]{16}")
SCRIPT = re.compile(r"<script>window\.pwned|<img[^>]+onerror=.?window\.pwned|<svg[^>]+onload=.?window\.pwned")
KINDS = {"file": "a file of the course", "check": "the hidden tests", "student": "another submission"}
HARMLESS = (
    *("patched_torch", "patched_numpy_and_math", "equals_everything", "lying_numbers", "lying_class"),
    *("reads_course", "crashes", "exits", "swallows_interrupts", "survives", "deep_recursion"),
    *("script_in_outputs", "script_in_text", "display_ids", "misleading_text", "forged_metadata", "duplicated_cells"),
    *("terminal_codes", "time_is_a_folder", "endless_number", "endless_lines", "too_many_cells"),
)
STOCK = """
c = get_config()
c.CourseDirectory.course_id = "attacked"
c.CourseDirectory.release_directory = "notebooks"
c.ClearMarkScheme.enforce_metadata = False
c.Execute.timeout = 10
"""
# as instructors write them
HIDDEN = {
    "area": """
### BEGIN HIDDEN TESTS
import torch
note = {canary!r}
for radius in (1.0, 6.0):
    assert torch.allclose(torch.as_tensor(area(radius)), torch.as_tensor(math.pi * radius**2))
### END HIDDEN TESTS
""",
    "mean": """
### BEGIN HIDDEN TESTS
note = {canary!r}
assert mean([2.0, 6.0]) == 4.0
assert mean([1.0, 2.0, 3.0, 10.0]) == 4.0
### END HIDDEN TESTS
""",
}


@dataclass
class Outcome:
    """What became of one attack."""

    graded: bool
    refused: bool = False
    """Whether it was left ungraded on purpose: a sentence, and no points until a person has looked at it."""
    scores: dict[str, float] = field(default_factory=dict)
    leaked: set[str] = field(default_factory=set)
    script: bool = False
    left: int = 0

    def words(self, target: str | None) -> str:
        """The outcome for a table; what should not have happened is bold."""
        if self.refused:
            return "refused in a sentence"
        if not self.graded:
            return "**not graded at all**"
        attacked = target or "area"
        earned, other = self.scores[attacked], next(name for name in POINTS if name != attacked)
        said = []
        if earned > 0:
            said.append(f"**wins {earned:g} of {POINTS[attacked]:g} points**")
        if self.leaked:
            said.append(f"**shows {' and '.join(sorted(KINDS[kind] for kind in self.leaked))}**")
        if self.script:
            said.append("**script runs in the feedback page**")
        if self.left:
            said.append("**processes are left running**")
        if self.scores[other] < POINTS[other]:
            said.append("**costs the other question too**")
        return ", ".join(said) or "wins nothing"


def main() -> None:
    """Run both and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--keep", action="store_true", help="keep the two courses")
    keep = options.parse_args().keep
    # the forged notebooks are meant to be as they are
    warnings.simplefilter("ignore", nbformat.warnings.DuplicateCellId)
    place = Path(tempfile.mkdtemp(prefix="attacks-on-stock-"))
    try:
        rows = table(stock(place / "stock"), ours(place / "ours"))
        print("\n".join(rows))
    finally:
        if keep:
            print(f"kept in {place}", file=sys.stderr)
        else:
            shutil.rmtree(place, ignore_errors=True)


def table(on_stock: dict[str, Outcome], on_ours: dict[str, Outcome]) -> list[str]:
    """One row per attack."""
    rows = ["| attack | what it tries | stock nbgrader | ours |", "|---|---|---|---|"]
    for name in HARMLESS:
        source = (ATTACKS / f"{name}.py").read_text()
        tries = source.split('"""')[1]
        rows.append(
            f"| `{name}` | {tries} | {on_stock[name].words(target(source))} | {on_ours[name].words(target(source))} |"
        )
    first, second = on_stock[HONEST], on_ours[HONEST]
    rows.append(f"| none | An honest submission: what its page shows. | {shown(first)} | {shown(second)} |")
    return rows


def shown(outcome: Outcome) -> str:
    full = "all points" if outcome.scores == POINTS else f"**{sum(outcome.scores.values()):g} of 5 points**"
    return f"{full}, **the hidden tests in the feedback**" if "check" in outcome.leaked else full


def target(source: str) -> str | None:
    """The cell that an attack goes into; None for one that forges the notebook itself."""
    return None if source.startswith("# notebook\n") else source.partition("\n")[0].removeprefix("# cell: ")


def stock(root: Path) -> dict[str, Outcome]:
    """Grade the class as nbgrader's documentation says."""
    canaries = make_canaries()
    (root / "source" / A0).mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(STOCK)
    master = read_master(MASTER)
    for cell in master.cells:
        name = grade_id(cell).removeprefix("test_")
        if grade_id(cell).startswith("test_"):
            cell.source += HIDDEN[name].format(canary=canaries["check"])
    nbformat.write(master, root / "source" / A0 / f"{A0}.ipynb")
    run(root, "nbgrader", "generate_assignment", A0, "--create")
    hand_in(root, root / "notebooks" / A0 / f"{A0}.ipynb", canaries)
    # one by one: what ends the command costs the others nothing here
    for student in (*HARMLESS, HONEST):
        run(root, "nbgrader", "autograde", A0, "--create", "--student", student, may_fail=True)
        run(root, "nbgrader", "generate_feedback", A0, "--student", student, may_fail=True)
    return outcomes(root)


def ours(root: Path) -> dict[str, Outcome]:
    """Grade the class with our command."""
    canaries = make_canaries()
    shutil.copytree(TINY, root)
    for path in (root / "solutions").rglob("test_*.py"):
        path.write_text(f"{path.read_text()}\n\nCANARY = {canaries['check']!r}\n")
    config = (HERE / "nbgrader_config.py").read_text()
    limits = "c.JudgeSubmission.cell_seconds = c.JudgeSubmission.check_seconds = 10\n"
    (root / "nbgrader_config.py").write_text(f"{config}\n{limits}")
    course = Course(root)
    release(course, A0)
    hand_in(root, course.release(A0), canaries)
    run(root, "autograder", "grade", A0)
    run(root, "autograder", "feedback", A0)
    return outcomes(root)


def make_canaries() -> dict[str, str]:
    return {kind: f"canary-{kind}-{secrets.token_hex(8)}" for kind in KINDS}


def hand_in(root: Path, released: Path, canaries: dict[str, str]) -> None:
    """The attacks, each with the other question answered right, and an honest submission."""
    (root / "secret.txt").write_text(canaries["file"])
    empty = nbformat.read(released, as_version=4)
    right = {
        grade_id(cell): cell.source
        for cell in read_master(MASTER).cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
    submit(root, HONEST, filled(empty, right | {"mean": f"{right['mean']}\nmarker = {canaries['student']!r}"}))
    for name in HARMLESS:
        source = (ATTACKS / f"{name}.py").read_text()
        cell = target(source)
        answers = dict(right)
        if cell:
            answers[cell] = source
        else:
            del answers["area"]
        notebook = filled(empty, answers)
        folder = submit(root, name, notebook)
        if cell is None:
            runpy.run_path(str(ATTACKS / f"{name}.py"))["forge"](notebook, folder)
            submit(root, name, notebook)


def filled(empty: NotebookNode, answers: dict[str, str]) -> NotebookNode:
    notebook = nbformat.from_dict(empty)
    for cell in notebook.cells:
        cell.source = answers.get(grade_id(cell), cell.source)
    return notebook


def submit(root: Path, student: str, notebook: NotebookNode) -> Path:
    folder = root / "submitted" / student / A0
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{A0}.ipynb")
    return folder


def run(root: Path, program: str, *arguments: str, may_fail: bool = False) -> None:
    """Run a command of this environment in a course, with nothing of the machine's environment but the path."""
    command = [sys.executable, "-W", "ignore", "-m", program, *arguments]
    own = os.path.dirname(sys.executable)
    environment = {"PATH": f"{own}:{os.environ.get('PATH', '')}", "HOME": str(root), "LANG": "C.UTF-8"}
    with (root / "log.txt").open("a+") as log:
        process = subprocess.Popen(
            command, cwd=root, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
        try:
            code = process.wait(timeout=180 if may_fail else 1800)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
    if code and not may_fail:
        raise SystemExit(f"{program} {' '.join(arguments)} failed:\n{(root / 'log.txt').read_text()[-4000:]}")


def outcomes(root: Path) -> dict[str, Outcome]:
    """What every submission came to."""
    with Gradebook(f"sqlite:///{root}/gradebook.db") as gradebook:
        scores = {
            each.student.id: {grade.name: grade.auto_score for book in each.notebooks for grade in book.grades}
            for each in gradebook.assignment_submissions(A0)
        }
    found = {}
    for student in (*HARMLESS, HONEST):
        folder, page = root / "autograded" / student / A0, root / "feedback" / student / A0 / f"{A0}.html"
        own = scores.get(student, {})
        if not (folder / f"{A0}.ipynb").is_file() or own.get("test_area") is None:
            found[student] = Outcome(False)
            continue
        text = page.read_text() if page.is_file() else ""
        notebook = nbformat.read(folder / f"{A0}.ipynb", as_version=4)
        if note_on(notebook).unreadable:
            found[student] = Outcome(False, refused=True)
            continue
        put_out = str([cell.get("outputs") for cell in notebook.cells if not grade_id(cell).startswith("test_")])
        found[student] = Outcome(
            True,
            False,
            {name: own[f"test_{name}"] for name in POINTS},
            set(CANARY.findall(text if student == HONEST else put_out)),
            bool(SCRIPT.search(text)),
        )
    found[HONEST].leaked -= {"student"}
    if "survives" in found:
        found["survives"].left = end_survivors()
    return found


def end_survivors() -> int:
    """End what the attack of that name left running, and count it."""
    count = 0
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and (folder / "comm").read_text().strip() == "survivor":
                os.kill(int(folder.name), signal.SIGKILL)
                count += 1
    return count


if __name__ == "__main__":
    main()
