"""The command itself, to which the modules beside this one add what it can do."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated

import typer
from rich.markup import escape
from sqlalchemy.exc import SAWarning

from autograder import __version__
from autograder.cli.terminal import console, errors
from autograder.errors import CourseError

# a second of every command: jsonschema builds dozens of grammars, for formats that no notebook has, if it finds this
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

app = typer.Typer(
    help="Release assignments, collect and grade submissions, and give feedback.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command; a course error is one sentence and exit code 2."""
    # nbgrader's own use of SQLAlchemy; nothing an instructor could act on
    warnings.filterwarnings("ignore", category=SAWarning)
    try:
        app()
    except CourseError as error:
        errors.print(f"[bold red]error:[/] {escape(str(error))}", highlight=False, soft_wrap=True)
        raise SystemExit(2) from None


def _version(wanted: bool) -> None:
    if wanted:
        console.print(f"autograder {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of every command."""
