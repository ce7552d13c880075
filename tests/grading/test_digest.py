"""One digest of everything a verdict depends on: results, certificates and stored transcripts go stale together."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import grimp
import pytest

from autograder.grading.digest import ENGINE, PACKAGE, digest_of, library_versions
from autograder.judge.bundle import CheckBundle
from tests.conftest import A1, ROOT

SHOW = f"""
import json, sys
sys.modules.setdefault("rfc3987_syntax", None)  # two seconds that nobody needs
from pathlib import Path
from autograder.authoring.certificate import certified_seeds, read_certificate
from autograder.course import Course
from autograder.grading import session as grading_session
from autograder.grading.pool import LocalPool
from autograder.grading.session import GradingSession
course = Course(Path.cwd())
# as if this machine had the libraries that the certificate was made with: others change what has to run, rightly
grading_session.library_versions = lambda names: read_certificate(course.solution({A1!r})).versions
session = GradingSession(course, {A1!r}, LocalPool(1, []))
notebook = __import__("nbformat").read(course.release({A1!r}), as_version=4)
print(json.dumps({{
    "stale": [name for name, seeds in certified_seeds(course, {A1!r}).items() if not seeds],
    "to run": session.mistakes.missing,
    "results": session.task(notebook).question_keys,
}}))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole repository without its environment, to be spoilt one file at a time."""
    root = tmp_path_factory.mktemp("repository")
    for name in ("autograder", "solutions", "notebooks"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("nbgrader_config.py", "course.toml"):
        shutil.copy(ROOT / name, root)
    return root


def seen(place: Path) -> dict[str, Any]:
    """What is stale, in a process of its own that has the spoilt package."""
    env = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SHOW], cwd=place, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def before(place: Path) -> dict[str, Any]:
    found = seen(place)
    assert (found["stale"], found["to run"]) == ([], []), "run: autograder certify"
    return found


Change = tuple[str, str, str]
TOLERANCE: Change = ("autograder/judge/compare.py", "torch.float64: 1e-6}", "torch.float64: 1e-2}")
PROJECTION: Change = ("autograder/judge/transcript.py", "_PROJECTIONS = 12", "_PROJECTIONS = 11")
JAIL: Change = ("autograder/jail/inside/environment.py", '"TZ": "UTC"', '"TZ": "CET"')
MASTER: Change = (f"solutions/{A1}/master.py", "per_head = 2 * d_in", "per_head = 2.0 * d_in")
REFERENCE: Change = (f"solutions/{A1}/reference/positions.py", "10000.0", "1000.0")
CHECK: Change = (f"solutions/{A1}/checks/gelu/test_gelu.py", "@points(", "@points(0 + ")
POINTS: Change = (f"solutions/{A1}/master.py", '"points": 2.5', '"points": 2.75')
RECOGNITION: Change = ("autograder/diagnosis/recognise.py", "import annotations\n", "import annotations\n_NEW = 1\n")
MISTAKE: Change = (f"solutions/{A1}/checks/padding/mistakes/zeros.py", "never nothing", "not nothing")
WORDS: tuple[Change, ...] = (
    ("autograder/judge/compare.py", "# tolerance by the precision", "# how close, by the precision"),
    ("autograder/judge/compare.py", '"""Require one whole number', '"""Demand one whole number'),
    ("autograder/pages/page.css", "body {", "body  {"),
    (f"solutions/{A1}/master.py", "# A convolution looks at", "# A convolution sees"),
    (f"solutions/{A1}/demo.toml", "Ada Lind", "Ada Lund"),
)


@pytest.mark.parametrize("change", [TOLERANCE, PROJECTION, JAIL, MASTER], ids=lambda change: change[0])
def test_a_change_of_what_runs_or_judges_makes_everything_stale(
    place: Path, before: dict[str, Any], change: Change
) -> None:
    found = changed(place, change)
    assert sorted(found["stale"]) == found["to run"] == sorted(found["results"])
    if change[0].startswith("autograder/"):
        assert not set(found["results"].items()) & set(before["results"].items())


def test_a_change_of_a_question_or_its_reference_makes_that_question_stale(place: Path, before: dict[str, Any]) -> None:
    found = changed(place, REFERENCE, CHECK, MISTAKE)
    assert set(found["stale"]) == set(found["to run"])
    assert {"absolute_embedding", "relative_embedding", "gelu", "padding"} <= set(found["stale"])
    assert not {"layer_norm", "ffn", "stride", "constant"} & set(found["stale"])
    judged_again = {name for name, key in found["results"].items() if key != before["results"][name]}
    assert judged_again == set(found["stale"]) - {"padding"}  # a mistake changes no verdict on a submission


def test_points_of_a_cell_and_what_recognises_mistakes_belong_to_the_certificate_only(
    place: Path, before: dict[str, Any]
) -> None:
    for change in (POINTS, RECOGNITION):
        found = changed(place, change)
        assert found["stale"]
        assert (found["to run"], found["results"]) == ([], before["results"])


def test_words_and_looks_make_nothing_stale(place: Path, before: dict[str, Any]) -> None:
    assert changed(place, *WORDS) == before


def changed(place: Path, *changes: Change) -> dict[str, Any]:
    """What is stale after some changes, which are undone again."""
    originals = {file: (place / file).read_text() for file, _, _ in changes}
    try:
        for file, old, new in changes:
            text = (place / file).read_text()
            assert old in text
            (place / file).write_text(text.replace(old, new))
        return seen(place)
    finally:
        for file, text in originals.items():
            (place / file).write_text(text)


def test_all_that_judging_imports_is_in_the_digest() -> None:
    graph = grimp.build_graph("autograder")
    engine = {name.removesuffix(".py").replace("/", ".") for name in ENGINE}

    def is_engine(module: str) -> bool:
        own = module.removeprefix("autograder.")
        return any(own == name or own.startswith(f"{name}.") for name in engine)

    roots = [module for module in graph.modules if is_engine(module)]
    imported = {other for module in roots for other in graph.find_modules_directly_imported_by(module)}
    # plain data on where things lie, the class of our errors, and what refuses files: none of them changes a verdict
    harmless = {
        "autograder.course.solution",
        "autograder.errors",
        "autograder.grading.task",
        "autograder.grading.result",
        "autograder.grading.unchanged_imports",
    }
    assert {module for module in imported if not is_engine(module)} <= harmless
    assert all((PACKAGE / name).exists() for name in ENGINE)


def test_a_question_depends_on_the_references_it_imports_and_those_import() -> None:
    files = {
        "checks/a/test_a.py": "from reference.one import f\n",
        "checks/b/test_b.py": "import torch\n",
        "checks/c/test_c.py": "from reference import two\n",
        "reference/__init__.py": "",
        "reference/one.py": "from .two import g\n",
        "reference/two.py": "g = 1\n",
        "reference/three.py": "h = 1\n",
    }

    def digests(**other: str) -> dict[str, str]:
        texts = files | {f"reference/{name}.py": text for name, text in other.items()}
        bundle = CheckBundle("x", texts)
        return {question: bundle.question_digest(question) for question in bundle.questions}

    before = digests()
    assert {name for name, digest in digests(two="g = 2\n").items() if digest != before[name]} == {"a", "c"}
    assert {name for name, digest in digests(one="f = 1\n").items() if digest != before[name]} == {"a"}
    assert digests(three="h = 2\n") == before
    single = CheckBundle("x", {"checks/a/test_a.py": "import reference\n", "reference.py": "f = 1\n"})
    other = CheckBundle("x", {"checks/a/test_a.py": "import reference\n", "reference.py": "f = 2\n"})
    assert single.question_digest("a") != other.question_digest("a")


def test_versions_leave_out_what_changes_no_answer() -> None:
    found = library_versions(["torch", "nothing-of-this-name"])
    assert found["torch"].count(".") == 1
    assert found["hypothesis"].count(".") == 2
    assert found["nothing-of-this-name"] == "missing"
    assert digest_of(found) == digest_of(dict(reversed(found.items())))
