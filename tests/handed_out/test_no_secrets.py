"""Nothing hidden is in what can be given to anybody: the wheel, the kit, and Gradescope's zip where walls are weak."""

import io
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_notebook

from autograder.course import Course
from autograder.export.gradescope import autograder_zip
from autograder.student.kit import write_kit
from tests.conftest import ASSIGNMENTS, ROOT
from tests.handed_out.secrets import files_of, found_in, lines_in, lines_of, secret_lines, telling

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


@pytest.fixture(scope="module")
def secrets(course: Course) -> set[str]:
    found = secret_lines(course, ASSIGNMENTS)
    assert len(found) > 1000
    return found


def test_the_wheel_holds_no_line_of_solutions(wheel: Path, secrets: set[str]) -> None:
    assert found_in(wheel.read_bytes(), secrets) == {}


def test_the_wheel_holds_the_engine_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        own = [packed.read(name).decode("utf-8", "replace") for name in names if name.startswith("autograder/")]
    assert all(name.startswith(("autograder/", "attention_course-")) for name in names)
    assert not [name for name in names if "/test_" in name and not name.endswith(".template")]
    assert {"autograder/pages/page.css", "autograder/feedback/page.html.j2", "autograder/py.typed"} <= set(names)
    assert not [text[:80] for text in own for assignment in ASSIGNMENTS if assignment in text]


def test_the_kit_holds_no_line_of_solutions(course: Course, wheel: Path, secrets: set[str], tmp_path: Path) -> None:
    kit = write_kit(course, ASSIGNMENTS, tmp_path / "kit.zip", wheel)
    assert found_in(kit.read_bytes(), secrets) == {}


def test_the_search_would_find_a_secret(secrets: set[str], tmp_path: Path) -> None:
    """Else the tests above show nothing."""
    line = sorted(secrets)[len(secrets) // 2]
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w") as packed:
        packed.writestr("deep/inside.py", f"first\n    {line}\nlast\n")
    with zipfile.ZipFile(outer, "w") as packed:
        packed.writestr("package.whl", inner.getvalue())
        packed.writestr("book.db", b"\x00\x01" + line.encode() + b"\x00")
        noted = new_notebook(metadata={"note": {"lines": ["first", line]}})
        packed.writestr("notes.ipynb", nbformat.writes(noted))
    names = ("package.whl/deep/inside.py", "book.db", "notes.ipynb")
    assert found_in(outer.getvalue(), secrets) == {name: [line] for name in names}


def test_gradescopes_zip_for_weak_walls_holds_what_judging_needs_and_no_more(
    course_copy: Course, course: Course, assignment: str
) -> None:
    """Checks and references are there, because there is no judging without them; the export says so."""
    solution = course.solution(assignment)
    needed = [path for path in files_of(solution) if path in (*solution.references, *_check_files(course, assignment))]
    secrets = secret_lines(course, [assignment]) - telling(lines_of(needed))
    assert secrets
    assert found_in(autograder_zip(course_copy, assignment, allow_weak=True), secrets) == {}


def _check_files(course: Course, assignment: str) -> list[Path]:
    solution = course.solution(assignment)
    return [solution.check_file(question) for question in solution.checked_questions]


def test_no_secret_lies_anywhere_in_the_repository_but_in_solutions(secrets: set[str]) -> None:
    places = [path for name in ("autograder", "docs", "notebooks", "benchmarks") for path in (ROOT / name).rglob("*")]
    places += [path for path in ROOT.iterdir() if path.is_file()]
    texts = [path for path in places if path.suffix in {".py", ".md", ".toml", ".ipynb", ".j2", ".css", ".yml"}]
    found = {str(path): telling(lines_in(path.name, path.read_bytes())) & secrets for path in texts}
    assert {name: sorted(lines) for name, lines in found.items() if lines} == {}
