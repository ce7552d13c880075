"""The house as docs/architecture.md draws it: rooms, no loose modules, nothing about an assignment in the engine."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter

import torch

from tests.conftest import ASSIGNMENTS, ROOT

PACKAGE = ROOT / "autograder"
LOOSE = {"__init__.py", "__main__.py", "errors.py", "py.typed"}


def rooms() -> list[str]:
    return sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__")


def test_only_rooms_lie_at_the_top() -> None:
    assert {path.name for path in PACKAGE.iterdir() if path.is_file()} == LOOSE
    assert all((PACKAGE / room / "__init__.py").is_file() for room in rooms())


def test_every_room_has_its_place_in_the_order_of_imports_and_in_the_documentation() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = " ".join(contracts[0]["layers"])
    assert set(re.findall(r"autograder\.(\w+)", layers)) == {*rooms(), "errors"}
    described = (ROOT / "docs" / "architecture.md").read_text()
    assert [room for room in rooms() if f"`{room}/`" not in described] == []


def test_no_file_is_longer_than_one_sitting() -> None:
    lengths = {
        path.relative_to(PACKAGE).as_posix(): len(path.read_text().splitlines())
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def test_no_two_records_have_one_name() -> None:
    names: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and _is_record(node):
                names[node.name] += 1
    assert [name for name, count in names.items() if count > 1] == []


def _is_record(node: ast.ClassDef) -> bool:
    words = " ".join(ast.unparse(each) for each in (*node.decorator_list, *node.bases))
    return "dataclass" in words or "Struct" in words


def test_the_engine_has_no_line_about_an_assignment() -> None:
    questions = {
        folder.name
        for name in ASSIGNMENTS
        for folder in (ROOT / "solutions" / name / "checks").iterdir()
        if folder.is_dir()
    }
    ordinary_words = {"limit", "padding", "training"}
    telling = questions - ordinary_words
    # how torch computes something is no secret of an assignment, even where a question has the same name
    of_torch = {name for name in telling if hasattr(torch.nn.functional, name)}
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix in {".py", ".j2", ".css", ".json", ".template"}:
            text = path.read_text()
            assert not [name for name in ASSIGNMENTS if name in text], path
            allowed = of_torch if path == PACKAGE / "jail" / "things.py" else set()
            assert not [name for name in telling - allowed if re.search(rf"\b{name}\b", text)], path


def test_the_parent_process_of_a_grading_run_has_no_torch() -> None:
    code = "import sys, autograder.class_run.run; print([name for name in ('torch', 'numpy') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_every_documented_path_exists() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for name in re.findall(r"`((?:autograder|tests|solutions|benchmarks|docs)/[\w./]+)`", page.read_text()):
            assert "a2_name" in name or (ROOT / name).exists(), (page.name, name)
        for link in re.findall(r"\]\((?!http|#)([^)#]+)", page.read_text()):
            assert (page.parent / link).exists(), (page.name, link)


def test_tests_mirror_the_rooms() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if (path / "__init__.py").is_file()}
    assert folders - {*rooms(), "assignments", "handed_out"} == set()
