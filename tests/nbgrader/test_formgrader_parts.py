"""Own cells, outputs and attachments of every odd form: formgrader shows each submission, and nothing in it runs."""

from __future__ import annotations

import copy
import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

from autograder.class_run.run import ClassRun, grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.feedback.generate import generate_feedback
from autograder.grading.note import note_in
from tests.browser import browser, jupyterlab
from tests.conftest import A0
from tests.feedback.attacks import PWN
from tests.nbgrader.test_formgrader import CLICK, IDLE, SAFE, Desk
from tests.tiny import make_tiny_course

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")]

Raw = dict[str, Any]
SCRIPT = f"<script>{PWN}</script>"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
VIEW = "application/vnd.jupyter.widget-view+json"
EVIL = {"cell_type": "evil", "metadata": {}, "source": SCRIPT, "type": SCRIPT}
PICTURE = {"output_type": "display_data", "data": {"image/png": "AAAA"}}


def own(kind: str = "raw", source: str = "mine", metadata: Raw | None = None, **parts: Any) -> Raw:
    more = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": metadata or {}, "source": source, **more, **parts}


def displays(data: Raw, metadata: Raw) -> Raw:
    source = f"from IPython.display import display\ndisplay({data!r}, raw=True, metadata={metadata!r})"
    return own("code", source)


def sized(size: Any, kind: str = "image/png", side: str = "width", data: str = "AAAA") -> Raw:
    return displays({kind: data}, {kind: {side: size}})


CELLS: dict[str, Raw] = {
    "width": sized(f"1 onerror={PWN} "),
    "height": sized(f"1 onerror={PWN} ", "image/jpeg", "height"),
    "loaded": sized(f"1 onload={PWN} ", data=PNG),
    "sized": sized(77, data=PNG),
    "size_no_number": sized({"a": 1}),
    "described": sized(f'" onerror="{PWN}" x="', side="alt"),
    "filenames": displays({"image/png": PNG}, {"filenames": 5}),
    "filename": displays({"image/png": PNG}, {"filenames": {"image/png": ["a"]}}),
    "isolated": displays({"text/html": "x"}, {"text/html": 5}),
    "list_for_picture": displays({"image/png": PNG}, {"image/png": [1]}),
    "widget": displays({VIEW: 5, "text/plain": "x"}, {}),
    "named_display": own("code", "from IPython.display import display\ndisplay('x', display_id='a')"),
    "raw_mimetype": own("raw", SCRIPT, {"raw_mimetype": 5}),
    "raw_html": own("raw", SCRIPT, {"raw_mimetype": "text/html"}),
    "transient": own("markdown", metadata={"transient": 5}),
    "transient_code": own("code", "1", {"transient": [1]}),
    "hidden": own("markdown", "shown all the same", {"transient": {"remove_source": True}}),
    "magics": own("code", "1", {"magics_language": 5}),
    "magic": own("code", f"%%html\n{SCRIPT}", {"magics_language": SCRIPT}),
    "alt": own("code", f"from IPython.display import display\ndisplay({{'image/png': {PNG!r}}}, raw=True)", {"alt": 5}),
    "tags": own("code", "1", {"tags": ['x full-credit btn" onclick="window.pwned=1', "a b"]}),
    "nothing_attached": own("markdown", "![a](attachment:p)", attachments={"p": {}}),
    "json_attached": own("markdown", "![a](attachment:p)", attachments={"p": {"application/json": [1]}}),
    "html_attached": own(
        "markdown", "![a](attachment:p)", attachments={"p": {f'text/html" onerror={PWN} x="': "AAAA"}}
    ),
    "not_a_number": own("code", "import os\nos._exit(1)", {"x": float("nan"), "y": [float("inf")]}),
    "kept": own(
        "code", "1", {"tags": ["keep-output"]}, outputs=[{**PICTURE, "metadata": {"image/png": {"width": SCRIPT}}}]
    ),
}
UNREADABLE = {
    "evil": EVIL,
    "no_source": {"cell_type": "evil", "metadata": {}},
    "number_for_source": {**EVIL, "source": 5},
}
LATER: dict[str, Raw] = {
    "kept_unknown": own("code", "1", {"tags": ["keep-output"]}, outputs=[{"output_type": "evil", "data": [1]}]),
    "later": own("markdown", "mine", new=SCRIPT),
}
EARLIER: dict[str, Callable[[Raw], Any]] = {
    "before_evil": lambda notebook: (
        notebook["cells"].append({**EVIL, "id": "x"}),
        notebook.update(nbformat_minor=6),
    ),
    "before_width": lambda notebook: notebook["cells"].append(
        own("code", id="x", outputs=[{**PICTURE, "metadata": {"image/png": {"width": f"1 onerror={PWN} "}}}])
    ),
    "before_odd": lambda notebook: notebook["cells"].append(
        own("code", id="x", metadata={"transient": 5, "alt": 5}, outputs=[{**PICTURE, "metadata": {"filenames": 5}}])
    ),
}
"""What an earlier version of ours may have written into autograded/."""
ALL = (*CELLS, *UNREADABLE, *LATER, *EARLIER, "answer")


def notebook_of(course: Course, *cells: Raw, minor: int = 5) -> Raw:
    release = nbformat.read(course.release(A0), as_version=4)
    right = with_answers(release, answers_of(read_master(course.master(A0))))
    found: Raw = json.loads(nbformat.writes(right))
    found["nbformat_minor"] = minor
    found["cells"] += [{**copy.deepcopy(cell), "id": f"own-cell-{place}"} for place, cell in enumerate(cells)]
    return found


def hand_in(course: Course, student: str, notebook: Raw) -> None:
    folder = course.root / "submitted" / student / A0
    folder.mkdir(parents=True)
    (folder / f"{A0}.ipynb").write_text(json.dumps(notebook))


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = make_tiny_course(tmp_path_factory.mktemp("parts") / "course")
    for student, cell in CELLS.items():
        hand_in(course, student, notebook_of(course, cell))
    for student, cell in (UNREADABLE | LATER).items():
        hand_in(course, student, notebook_of(course, cell, minor=6))
    for student in EARLIER:
        hand_in(course, student, notebook_of(course))
    answered = notebook_of(course)
    for cell in answered["cells"]:
        if grade_id(nbformat.from_dict(cell)) == "explain_mean":
            cell["source"], cell["attachments"] = "![a](attachment:p) my answer", {"p": {}}
    hand_in(course, "answer", answered)
    return course


@pytest.fixture(scope="module")
def run(course: Course) -> ClassRun:
    done = grade_class(course, A0, jobs=2)
    for student, change in EARLIER.items():
        path = course.autograded(student, A0)
        graded = json.loads(path.read_text())
        change(graded)
        path.unlink()
        path.write_text(json.dumps(graded))
    return done


@pytest.fixture(scope="module")
def desk(course: Course, run: ClassRun) -> Iterator[Desk]:
    with jupyterlab(course.root) as address, browser() as chrome:
        yield Desk(chrome, address, course)


def test_no_odd_part_is_a_fault_of_the_grader(run: ClassRun) -> None:
    assert not run.failed
    assert {row.student for row in run.rows if row.state == "unreadable"} == UNREADABLE.keys()
    assert {row.state for row in run.rows} == {"graded", "unreadable"}
    assert sum(row.points is not None and sum(row.points.values()) == 5 for row in run.rows) == len(ALL) - 3


@pytest.mark.parametrize("student", sorted({*CELLS, *UNREADABLE, *LATER, "answer"}))
def test_what_was_graded_is_a_valid_notebook_with_a_note(course: Course, run: ClassRun, student: str) -> None:
    path = course.autograded(student, A0)
    nbformat.validator.get_validator(4, 5).validate(json.loads(path.read_text(), parse_constant=pytest.fail))
    assert note_in(path).submitted or note_in(path).unreadable


def test_events_are_noted_whatever_stands_in_the_metadata(course: Course, run: ClassRun) -> None:
    assert note_in(course.autograded("not_a_number", A0)).events


@pytest.mark.parametrize("student", ALL)
def test_formgrader_shows_it_and_nothing_runs(desk: Desk, student: str) -> None:
    address = f"{desk.address}/formgrader/{desk.submissions()[student]}"
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200
    desk.open(student)
    assert desk.chrome.execute_script(SAFE) == []
    desk.chrome.execute_script(CLICK)
    desk.wait(lambda page: page.execute_script(IDLE))
    assert desk.chrome.execute_script("return window.pwned") is None


def test_a_picture_has_the_size_it_was_shown_in(desk: Desk) -> None:
    desk.open("sized")
    assert desk.find(".output_png img").get_attribute("width") == "77"


def test_no_cell_hides_from_a_ta(desk: Desk) -> None:
    desk.open("hidden")
    assert "shown all the same" in desk.chrome.execute_script("return document.body.innerText")
    desk.open("answer")
    assert "my answer" in desk.chrome.execute_script("return document.body.innerText")


def test_feedback_is_written_for_all(course: Course, run: ClassRun, tmp_path: Path) -> None:
    pages = generate_feedback(course, A0, sorted({*CELLS, *UNREADABLE, *LATER, "answer"}))
    assert all(SCRIPT not in page.read_text() for page in pages.values())
