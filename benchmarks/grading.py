"""Stock nbgrader and our grading side by side: the same submissions, the same machine, one run.

Stock nbgrader executes each notebook in a kernel and looks at the public checks only, so it does strictly less; we run
the submission in a jail with all hidden checks. Both write the gradebook and the autograded notebooks.

    python benchmarks/grading.py                 the comparison, 24 submissions
    python benchmarks/grading.py --growth        our time and memory for 10, 100 and 1000 submissions
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.course.release import release
from autograder.diagnosis.examples import MISTAKE, read_examples
from autograder.grading.store import ResultStore

ASSIGNMENT = "a1_attention_and_convolution"
HERE = Path(__file__).resolve().parent.parent
GROUPS = Path("/sys/fs/cgroup/cpuacct") if Path("/sys/fs/cgroup/cpuacct").is_dir() else Path("/sys/fs/cgroup")
GROUP = GROUPS / "grading-benchmark"
STOCK = """
c = get_config()
c.CourseDirectory.course_id = "attention"
c.CourseDirectory.release_directory = "notebooks"
c.ClearMarkScheme.enforce_metadata = False
"""


@dataclass(frozen=True)
class Measured:
    """What grading a class took."""

    seconds: float
    cpu: float
    peak_mib: float


def make_class(course: Course, number: int) -> None:
    """Submissions in equal parts right, wrong (each with one known mistake per part) and unfilled; no two alike."""
    master = read_master(course.master(ASSIGNMENT))
    empty = nbformat.read(course.release(ASSIGNMENT), as_version=4)
    right = answers_of(master)
    mistakes = read_examples(course.solution(ASSIGNMENT), MISTAKE)
    for student in range(number):
        kind = student % 3
        answers = {} if kind == 2 else dict(right)
        if kind == 1:
            for mistake in mistakes[student % 7 :: 7]:
                answers[mistake.question] = mistake.source
        folder = course.root / "submitted" / f"student{student:04d}" / ASSIGNMENT
        folder.mkdir(parents=True)
        nbformat.write(_filled(empty, answers, student), folder / f"{ASSIGNMENT}.ipynb")


def _filled(empty: NotebookNode, answers: dict[str, str], student: int) -> NotebookNode:
    """A release filled in, with a cell of the student's own so that no two submissions are alike."""
    notebook = with_answers(empty, answers)
    notebook.cells.append(nbformat.v4.new_code_cell(f"# by student {student}"))
    return notebook


def measure(command: list[str], folder: Path) -> Measured:
    """Run a command to its end: wall time, CPU time and the largest memory of it and all it started."""
    before = _cpu()
    began = time.monotonic()
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    said = tempfile.TemporaryFile()  # noqa: SIM115  # a pipe that nobody reads would stop a talkative command
    environment = {**os.environ, "PATH": path}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=said)
    peak, look = 0.0, began + 2
    while process.poll() is None:
        # looking takes time itself: not more often than is needed
        if time.monotonic() >= look:
            peak, look = max(peak, _memory(process.pid)), time.monotonic() + 4
        time.sleep(0.05)
    seconds = time.monotonic() - began
    if process.returncode != 0:
        said.seek(0)
        raise RuntimeError(f"{' '.join(command)} failed:\n{said.read().decode()[-3000:]}")
    said.close()
    return Measured(seconds, _cpu() - before, peak)


def _cpu() -> float:
    """CPU seconds of this process's group and all it started; jailed processes belong to no parent that waits for them."""
    usage = GROUP / "cpuacct.usage"
    if usage.is_file():
        return int(usage.read_text()) / 1e9
    stat = GROUP / "cpu.stat"
    if stat.is_file():
        return int(stat.read_text().split()[1]) / 1e6
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime


def enter_group() -> None:
    """Count in a control group of our own, where we may make one."""
    try:
        GROUP.mkdir(exist_ok=True)
        (GROUP / "cgroup.procs").write_text(str(os.getpid()))
    except OSError as error:
        print(f"no control group ({error}): CPU seconds leave out jailed processes", file=sys.stderr)


def _memory(process: int) -> float:
    """Memory of a process and its descendants in MiB, shared pages counted once (PSS)."""
    total, waiting = 0.0, [process]
    while waiting:
        current = waiting.pop()
        try:
            rollup = Path(f"/proc/{current}/smaps_rollup").read_text()
            total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
            for task in Path(f"/proc/{current}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except (OSError, StopIteration):
            continue
    return total


def our_course(root: Path) -> Course:
    root.mkdir(parents=True)
    shutil.copytree(HERE / "solutions", root / "solutions")
    for name in ("nbgrader_config.py", "course.toml"):
        shutil.copy(HERE / name, root)
    course = Course(root)
    release(course, ASSIGNMENT)
    return course


def stock_course(root: Path, ours: Course) -> Course:
    """The same class under stock nbgrader: its own release of the same source notebook."""
    root.mkdir(parents=True)
    shutil.copytree(ours.root / "source", root / "source")
    shutil.copytree(ours.root / "submitted", root / "submitted")
    (root / "nbgrader_config.py").write_text(STOCK)
    measure([sys.executable, "-m", "nbgrader", "generate_assignment", ASSIGNMENT], root)
    return Course(root)


def compare(number: int) -> str:
    """The comparison as a Markdown table."""
    with tempfile.TemporaryDirectory() as folder:
        ours = our_course(Path(folder) / "ours")
        make_class(ours, number)
        stock = stock_course(Path(folder) / "stock", ours)
        single = Course(shutil.copytree(ours.root, Path(folder) / "single"))
        grade = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--jobs"]
        results = {
            "ours, 2 jobs": measure([*grade, "2"], ours.root),
            "ours, 1 job": measure([*grade, "1"], single.root),
            "stock nbgrader": measure([sys.executable, "-m", "nbgrader", "autograde", ASSIGNMENT], stock.root),
        }
        where = _where(ResultStore(ours.results), _booking(ours, grade, number))
    base = results["stock nbgrader"]
    rows = [
        "| | seconds | per minute | throughput | CPU s per submission | peak memory |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, it in results.items():
        rows.append(
            f"| {name} | {it.seconds:.1f} | {60 * number / it.seconds:.0f} | {base.seconds / it.seconds:.1f} x "
            f"| {it.cpu / number:.2f} | {it.peak_mib:.0f} MiB |"
        )
    return "\n".join([*rows, "", where])


def _booking(course: Course, grade: list[str], number: int) -> float:
    """Seconds that nbgrader's bookkeeping takes per submission: all results are known, and have to be booked or not."""
    shutil.rmtree(course.root / "autograded")
    booked = measure([*grade, "2"], course.root)
    unchanged = measure([*grade, "2"], course.root)
    return (booked.seconds - unchanged.seconds) / number


def _where(results: ResultStore, booking: float) -> str:
    """Where our time goes, per submission."""
    kept = [json.loads(path.read_text())["seconds"] for path in results.folder.glob("[0-9a-f][0-9a-f]/*.json")]
    parts = {name: statistics.mean(entry[name] for entry in kept) for name in kept[0]} | {"bookkeeping": booking}
    lines = [f"| {name} | {1000 * value:.0f} ms |" for name, value in parts.items()]
    return "\n".join(["| where our time goes, per submission | |", "|---|---:|", *lines])


def growth(sizes: tuple[int, ...]) -> str:
    """Our time and memory for growing classes, with the start-up measured on its own."""
    rows = [
        "| submissions | seconds | seconds beyond start-up | CPU s per submission | peak memory |",
        "|---:|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        start = None
        for number in (1, *sizes):
            course = our_course(Path(folder) / str(number))
            make_class(course, number)
            it = measure([sys.executable, "-m", "autograder", "grade", ASSIGNMENT], course.root)
            start = start if start is not None else it.seconds
            rows.append(
                f"| {number} | {it.seconds:.1f} | {it.seconds - start:.1f} | {it.cpu / number:.2f} | {it.peak_mib:.0f} MiB |"
            )
            shutil.rmtree(course.root)
    return "\n".join(rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=24)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1000])
    options = parser.parse_args()
    enter_group()
    print(growth(tuple(options.sizes)) if options.growth else compare(options.submissions))
