"""What students chose reaches a terminal as text, never as a code."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.table import Table
from typer.testing import CliRunner

from autograder.cli import app as cli
from autograder.cli import terminal
from autograder.cli.app import main
from autograder.course import Course
from autograder.errors import CourseError
from tests.conftest import A0

EVIL = "anna\x1b[2J\x1b]0;title\x07\u202e\x9b31m\rben"
CODES = re.compile("[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e]|\x1b(?!\\[[0-9;]*m)")
"""Everything that a terminal obeys, but rich's own colours."""


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> Console:
    made = terminal.harmless_console()
    made.file, made._force_terminal, made._width = io.StringIO(), True, 200  # type: ignore[attr-defined]
    return made


def table() -> Table:
    made = Table("student", title=escape(EVIL))
    made.add_row(escape(EVIL))
    return made


@pytest.mark.parametrize(
    "content", [escape(EVIL), f"[red]{escape(EVIL)}[/]", table(), Syntax(f"x = '{EVIL}'", "python")]
)
@pytest.mark.parametrize("soft_wrap", [False, True])
def test_everything_printed_is_harmless(console: Console, content: object, soft_wrap: bool) -> None:
    console.print(content, soft_wrap=soft_wrap)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "anna" in shown
    assert "\ufffd" in shown
    assert CODES.search(shown) is None


def test_markup_that_was_not_escaped_makes_no_link(console: Console) -> None:
    console._color_system = ColorSystem.STANDARD
    made = Table("student", title="[link=http:evil.example][red]anna[/][/]")
    made.add_row("[link=http:evil.example]anna")
    console.print(made)
    console.print("[link=http:evil.example]anna[/]")
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.count("anna") == 3
    assert "31manna" in shown
    assert "\x1b]8" not in shown


def test_a_notebook_may_have_any_name(tmp_path: Path, tiny_course: Course) -> None:
    path = tmp_path / "[link=http:evil.example]a0_tiny[" / "[bold].ipynb"
    path.parent.mkdir()
    path.write_bytes(tiny_course.release(A0).read_bytes())
    result = CliRunner().invoke(cli, ["check", str(path)])
    assert isinstance(result.exception, SystemExit)
    assert "[bold].ipynb" in result.output


def test_json_stays_json(console: Console) -> None:
    console._force_terminal = False  # type: ignore[attr-defined]
    console.print_json(json.dumps({"name": "ann\x1b[2J", "points": 3}))
    assert json.loads(console.file.getvalue()) == {"name": "ann\x1b[2J", "points": 3}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("error", "code"), [(CourseError(f"{EVIL} is no notebook."), 2), (KeyError(EVIL), 1)])
def test_errors_are_harmless_too(
    error: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(sys.modules["autograder.cli.app"], "app", fail)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == code
    shown = capsys.readouterr().err
    assert "anna" in shown
    assert CODES.search(shown) is None
