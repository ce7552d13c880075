"""A class of attackers and honest students, graded in one real run: nobody wins, nothing leaks, nobody is harmed."""

from __future__ import annotations

import getpass
import os
import re
import resource
import runpy
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.server_extensions.formgrader.handlers import template_path

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.feedback.generate import generate_feedback
from autograder.jail.walls.strength import Walls
from tests.conftest import A0, ROOT
from tests.feedback.leaks import hidden_lines, leaked_lines, written_by
from tests.surroundings import command_behind
from tests.tiny import CHECKS, configure, make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

ATTACKS = {path.stem: path.read_text() for path in sorted((ROOT / "tests" / "attacks").glob("*.py"))}
HONEST = ("honest_first", "honest_middle", "zz_honest_last")
FULL = {"area": 3.0, "mean": 2.0}
CANARY = re.compile(r"canary-[a-z]+-[0-9a-f]{16}")
MIB = 1 << 20

# hangs cost seconds, and a wall that does not hold harms nothing
TIGHT = f"""
c.JudgeSubmission.cell_seconds = 3
c.JudgeSubmission.check_seconds = 3
c.JudgeSubmission.grace_seconds = 1
c.JudgeSubmission.cpu_seconds = 12
c.JudgeSubmission.memory = {384 * MIB}
c.JudgeSubmission.processes = 24
c.JudgeSubmission.file_size = {8 * MIB}
c.JudgeSubmission.disk = {16 * MIB}
c.JudgeSubmission.files = 500
c.JudgeSubmission.cell_output = 100_000
c.JudgeSubmission.total_output = 400_000
"""

# no notebook that could be graded, or the shell itself broken for the cells that follow
COSTS_ALL = {
    *("damaged_metadata", "links", "odd_text"),
    *("endless_lines", "terminal_codes", "too_many_cells", "unknown_cells"),
    *("patched_builtins", "patched_ipython", "patched_wire"),
}

# what an attack reports of its own success, where it has any
SAYS = {
    "disk_filler": "written less than 100 MB: True",
    "kernel_memory": "made: {'semaphores': 0, 'memory files': 0, 'shared': 0, 'queues': 0}",
    "mounts": "done: []",
    "ptrace_and_pidfd": "done: []",
    "reads_files": "found: set()",
    "reads_memory": "memory: set() set() modules: []",
    "reaches_through_frames": "seen: []",
    "sockets": "sockets: []",
    "writes_system": "written: []",
}

# what would run in somebody's browser
SCRIPTS = (
    *("script_in_outputs", "script_in_text", "script_in_sizes"),
    *("forged_metadata", "odd_own_cells", "unknown_cells"),
)


def target(source: str) -> str | None:
    """The cell that an attack goes into; None for one that forges the notebook itself."""
    return None if source.startswith("# notebook\n") else source.partition("\n")[0].removeprefix("# cell: ")


@dataclass(frozen=True)
class Aftermath:
    """What is there after the run."""

    walls: Walls
    course: Course
    output: str
    grades: dict[str, dict[str, float | None]]
    totals: dict[str, float]
    pages: dict[str, Path]
    canaries: tuple[str, ...]
    visitors: int
    left_in_tmp: list[str]
    peak: int
    seconds: float

    def notebook(self, student: str) -> NotebookNode:
        return nbformat.read(self.course.root / "autograded" / student / A0 / f"{A0}.ipynb", as_version=4)

    def said(self, student: str) -> str:
        """All text that a submission's own cells put out."""
        outputs = [output for cell in self.notebook(student).cells for output in cell.get("outputs", ())]
        return "".join(output.get("text", "") for output in outputs)


def hand_in_class(course: Course, canary: str, attacks: Iterable[str] = ATTACKS) -> None:
    """Attackers, each with the other question answered right, and honest students before, among and after them."""
    release, right = nbformat.read(course.release(A0), as_version=4), answers_of(read_master(course.master(A0)))
    for student in HONEST:
        own = {"area": f"marker = '{canary}'\n{right['area']}\nprint('honest', '{student}')"}
        submit(course, student, with_answers(release, right | own))
    stub = next(cell.source for cell in release.cells if grade_id(cell) == "area")
    for name in attacks:
        source = ATTACKS[name]
        cell = target(source)
        notebook = with_answers(release, right | {cell or "area": source if cell else stub})
        folder = submit(course, name, notebook)
        if cell is None:
            runpy.run_path(str(ROOT / "tests" / "attacks" / f"{name}.py"))["forge"](notebook, folder)
            submit(course, name, notebook)


def submit(course: Course, student: str, notebook: NotebookNode) -> Path:
    folder = course.root / "submitted" / student / A0
    folder.mkdir(parents=True, exist_ok=True)
    # as JSON with escapes: half characters are part of an attack
    (folder / f"{A0}.ipynb").write_text(nbformat.v4.writes(notebook).encode("utf-8", "backslashreplace").decode())
    return folder


@pytest.fixture(scope="module", params=[Walls.FULL, Walls.GUARDED])
def aftermath(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Aftermath:
    """The whole class, graded by the real command with two processes, behind each kind of walls."""
    place = tmp_path_factory.mktemp("attacks")
    course, scratch = make_tiny_course(place / "course"), place / "tmp"
    scratch.mkdir()
    canaries = {kind: f"canary-{kind}-{secrets.token_hex(8)}" for kind in ("file", "environment", "check", "student")}
    (course.root / "secret.txt").write_text(canaries["file"])
    for path in course.solution(A0).checks.rglob("test_*.py"):
        path.write_text(f"{path.read_text()}\n\nCANARY = {canaries['check']!r}\n")
    configure(course, TIGHT)
    hand_in_class(course, canaries["student"])
    environment = {**os.environ, "COURSE_TOKEN": canaries["environment"], "TMPDIR": str(scratch)}
    command = command_behind(request.param, [sys.executable, "-m", "autograder", "grade", A0, "--jobs", "2"])
    listeners = list(listening())
    began = time.monotonic()
    try:
        done = subprocess.run(
            command,
            cwd=course.root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            stdin=subprocess.DEVNULL,
        )
    finally:
        visitors = sum(map(visited, listeners))
    seconds = time.monotonic() - began
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    grades, totals = graded(course)
    return Aftermath(
        request.param,
        course,
        output,
        grades,
        totals,
        generate_feedback(course, A0),
        tuple(canaries.values()),
        visitors,
        sorted(path.name for path in scratch.iterdir()),
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
        seconds,
    )


def graded(course: Course) -> tuple[dict[str, dict[str, float | None]], dict[str, float]]:
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        found = gradebook.assignment_submissions(A0)
        grades = {
            each.student.id: {grade.name: grade.auto_score for book in each.notebooks for grade in book.grades}
            for each in found
        }
        return grades, {each.student.id: each.max_score for each in found}


def listening() -> Iterator[socket.socket]:
    """Servers on this machine that no submission should find."""
    for family, address in ((socket.AF_INET, ("127.0.0.1", 40_000)), (socket.AF_UNIX, "\0autograder-attack-target")):
        end = socket.socket(family, socket.SOCK_STREAM)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        end.bind(address)
        end.listen()
        end.setblocking(False)
        yield end


def visited(end: socket.socket) -> bool:
    with end:
        try:
            end.accept()[0].close()
        except BlockingIOError:
            return False
        return True


def earned(attack: str) -> dict[str, float]:
    """What an attack is worth: nothing for its own question, all points for the other one."""
    cell = target(ATTACKS[attack])
    return dict.fromkeys(FULL, 0.0) if attack in COSTS_ALL else FULL | {cell or "area": 0.0}


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_attack_earns_nothing_and_costs_its_own_question_only(aftermath: Aftermath, attack: str) -> None:
    own = aftermath.grades[attack]
    assert {name: own[f"test_{name}"] for name in FULL} == earned(attack)
    assert own.keys() == aftermath.grades[HONEST[0]].keys()
    assert aftermath.totals[attack] == aftermath.totals[HONEST[0]]


@pytest.mark.parametrize("student", HONEST)
def test_honest_students_beside_them_get_all_their_points(aftermath: Aftermath, student: str) -> None:
    assert {name: aftermath.grades[student][f"test_{name}"] for name in FULL} == FULL
    assert f"honest {student}" in aftermath.said(student)


def test_nothing_secret_is_in_any_output_verdict_notebook_or_page(aftermath: Aftermath) -> None:
    root = aftermath.course.root
    leaks = {}
    for student in ATTACKS:
        files = [path for path in (root / "autograded" / student).rglob("*") if path.is_file()]
        files.append(aftermath.pages[student])
        for path in files:
            if found := set(CANARY.findall(path.read_text(errors="replace"))):
                leaks[f"{student}: {path.name}"] = found
    for path in (root / ".autograder").rglob("*.json"):
        found = set(CANARY.findall(path.read_text())) - {aftermath.canaries[-1]}
        if found:
            leaks[path.name] = found
    assert leaks == {}


def test_no_line_of_a_check_is_in_any_notebook_or_page(aftermath: Aftermath) -> None:
    hidden = hidden_lines([CHECKS], written_by(nbformat.read(aftermath.course.release(A0), as_version=4)))
    assert hidden
    for student in ATTACKS:
        notebook = aftermath.notebook(student)
        shown = nbformat.writes(notebook) + aftermath.pages[student].read_text()
        assert leaked_lines(shown, hidden, written_by(notebook)) == [], student


def test_what_a_check_asks_is_on_no_page(aftermath: Aftermath) -> None:
    shown = nbformat.writes(aftermath.notebook("tells_inputs")) + aftermath.pages["tells_inputs"].read_text()
    assert "raised ValueError" in shown
    assert not re.search(r"radius=\d|\d[.]000000|forged line radius=\d", shown)


@pytest.mark.parametrize(("attack", "words"), SAYS.items())
def test_what_the_attack_itself_reports(aftermath: Aftermath, attack: str, words: str) -> None:
    if attack == "disk_filler" and aftermath.walls is Walls.GUARDED:
        # on a disk without an end of its own, somebody who fills it is ended
        assert re.search("disk_filler: .*wrote more to disk than allowed", aftermath.output)
    else:
        assert words in aftermath.said(attack)


def test_pages_run_no_script(aftermath: Aftermath) -> None:
    for student in (*SCRIPTS, "display_ids"):
        page = aftermath.pages[student].read_text()
        assert not re.search(r"<script>window|<img[^>]+onerror|<svg[^>]+onload|href=.javascript", page), student


@pytest.mark.filterwarnings("ignore:No lexer found")
@pytest.mark.parametrize("student", SCRIPTS)
def test_formgrader_runs_no_script(aftermath: Aftermath, student: str) -> None:
    config = aftermath.course.nbgrader_config()
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [template_path]
    about = ("assignment_id", "notebook_id", "submission_id", "base_url", "student", "last_name", "first_name")
    resources = {**dict.fromkeys((*about, "notebook_path"), ""), "index": 0, "total": 1}
    page, _ = HTMLExporter(config=config).from_notebook_node(aftermath.notebook(student), resources=resources)
    assert not re.search(r"<script>window|<img[^>]+onerror|<svg[^>]+onload|href=.javascript", page)
    assert "area of a circle" in page.lower()


def test_no_process_is_left(aftermath: Aftermath) -> None:
    for _ in range(50):
        if not (left := survivors()):
            return
        time.sleep(0.1)
    pytest.fail(f"still running: {left}")


def survivors() -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        try:
            own = (folder / "comm").read_text().strip() if folder.name.isdigit() else ""
            if own == "survivor" or (own == "sleep" and b"\x00300" in (folder / "cmdline").read_bytes()):
                found.append(folder.name)
        except OSError:
            continue
    return found


def test_no_server_of_this_machine_was_visited(aftermath: Aftermath) -> None:
    assert aftermath.visitors == 0


def test_no_file_is_left_where_none_belongs(aftermath: Aftermath) -> None:
    assert set(aftermath.left_in_tmp) <= {f"torchinductor_{getpass.getuser()}"}
    assert not Path("/tmp/owned-by-extra-file").exists()
    expected = {
        "solutions", "source", "notebooks", "submitted", "autograded", "feedback", ".autograder",
        "gradebook.db", "nbgrader_config.py", "secret.txt", "course.toml",
    }  # fmt: skip
    assert {path.name for path in aftermath.course.root.iterdir()} <= expected
    assert (aftermath.course.root / "secret.txt").read_text() == aftermath.canaries[0]


def test_nobody_filled_the_graders_disk_or_memory(aftermath: Aftermath) -> None:
    handed_in = aftermath.course.root / "submitted"
    written = (path for path in aftermath.course.root.rglob("*") if path.is_file() and handed_in not in path.parents)
    sizes = {path: path.stat().st_size for path in written}
    assert max(sizes.values()) < 8 * MIB, max(sizes, key=lambda path: sizes[path])
    assert sum(sizes.values()) < 80 * MIB
    assert aftermath.peak < 2500 * MIB


def test_no_submission_failed_in_the_grader(aftermath: Aftermath) -> None:
    assert "grader failed" not in aftermath.output
    assert "could not book" not in aftermath.output


def test_nothing_that_a_student_chose_reaches_the_terminal_as_a_code(aftermath: Aftermath) -> None:
    assert "terminal_codes 100 points" in aftermath.output
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", aftermath.output)


def test_the_attackers_did_not_slow_the_run_down_much(aftermath: Aftermath) -> None:
    assert aftermath.seconds < 20 * len(ATTACKS)


def test_there_are_enough_attacks_and_each_says_what_it_tries() -> None:
    assert len(ATTACKS) >= 32
    for name, source in ATTACKS.items():
        assert re.match(r'# (cell: (area|mean)|notebook)\n"""[A-Z].*\."""\n', source), name
