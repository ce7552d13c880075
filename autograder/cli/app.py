"""The command itself, to which the modules beside this one add what it can do."""

from __future__ import annotations

import errno
import sys
import traceback
import warnings
from typing import Annotated, NoReturn

import typer
from rich.markup import escape

from autograder import __version__
from autograder.cli.terminal import console, errors
from autograder.course.output import VARIABLE
from autograder.errors import CourseError

# saves a second of every command: jsonschema would build dozens of grammars, for formats that no notebook has
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

GRADING = "attention-course[course,grading]"
"""What to install for the commands that instructors use."""
_NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)

app = typer.Typer(
    help="Release assignments, collect and grade submissions, and give feedback.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command; an error of the course or the machine is one sentence, and an exit code that is not 0."""
    # warnings about how nbgrader uses SQLAlchemy: an instructor could do nothing about them
    warnings.filterwarnings("ignore", module="nbgrader")
    try:
        app()
    except CourseError as error:
        _end(str(error), error.exit_code)
    except OSError as error:
        if error.errno not in _NOT_WRITABLE:
            raise
        _end(
            f"{error.filename} cannot be written ({error.strerror}). To have everything written elsewhere, name a folder "
            f"in the environment variable {VARIABLE}."
        )
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "autograder":
            raise
        _end(f"This command needs '{error.name}', which is not installed. Run: pip install '{GRADING}'")
    except Exception:
        # an error of ours; its message may hold what a student wrote
        errors.print(traceback.format_exc(), markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(1) from None


def _end(sentence: str, code: int = CourseError.exit_code) -> NoReturn:
    errors.print(f"[bold red]error:[/] {escape(sentence)}", highlight=False, soft_wrap=True)
    raise SystemExit(code)


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
