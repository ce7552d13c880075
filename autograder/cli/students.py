"""Commands that students run on their own notebook."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from autograder.cli.app import app
from autograder.cli.checked import print_checked
from autograder.cli.terminal import console, errors, progress
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.student.run import Run

Yes = Annotated[
    bool,
    typer.Option(
        "--yes", help="Where no jail can be made for somebody else's notebook, run it with your rights without asking."
    ),
]


Shell = Annotated[
    bool,
    typer.Option("--run-shell", help="Also run the notebook's lines for the shell, such as !pip install."),
]


@app.command()
def check(
    notebook: Annotated[Path, typer.Argument(help="Your notebook (.ipynb).")],
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one cell may take.")] = 60,
    shell: Shell = False,
    yes: Yes = False,
) -> None:
    """Run the public checks of your notebook from top to bottom and show the result.

    Ends with 0 where all public checks pass, with 1 where one does not, with 2 where the notebook cannot be looked at.
    """
    from autograder.student.public_checks import check_notebook

    run = _way_to_run(notebook, yes, shell)
    with progress("running cells") as show:
        checked = check_notebook(notebook, seconds, show, run)
    print_checked(notebook.name, checked)
    raise typer.Exit(0 if all(outcome.passed for outcome in checked.outcomes) else 1)


@app.command()
def preflight(
    notebook: Annotated[Path, typer.Argument(help="Your notebook (.ipynb).")],
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one cell may take.")] = 60,
    run: Annotated[bool, typer.Option("--run/--no-run", help="Also run everything from top to bottom.")] = True,
    shell: Shell = False,
    yes: Yes = False,
) -> None:
    """Look at your notebook before it is handed in: what is empty, and what would make trouble in grading.

    Ends with 0 where there is nothing to tell, with 1 where there is, with 2 where the notebook cannot be looked at.
    """
    from autograder.student.preflight import preflight_notebook
    from autograder.student.run import run_cells

    way = _way_to_run(notebook, yes, shell) if run else run_cells
    with progress("running cells") as show:
        findings = preflight_notebook(notebook, seconds if run else None, show, way)
    for finding in findings:
        sign = "[dim]-[/]" if finding.is_remark else "[red]✗[/]"
        sentence = finding.sentence.replace("\n", "\n  ")
        console.print(f"{sign} {escape(sentence)}", highlight=False, soft_wrap=True)
    broken = sum(not finding.is_remark for finding in findings)
    if broken:
        console.print(
            f"{broken} {'finding' if broken == 1 else 'findings'} in {escape(notebook.name)}.", highlight=False
        )
        raise typer.Exit(1)
    console.print(f"[green]✓[/] {escape(notebook.name)} is ready to be handed in.", highlight=False)


def _way_to_run(notebook: Path, yes: bool, shell: bool = False) -> Run:
    """One's own notebook runs in a kernel. Somebody else's runs in a jail; where there is none, its caller decides."""
    from autograder.student.someone_elses import someone_elses

    reason = someone_elses(notebook)
    if reason is None:
        return _in_kernel(notebook, shell)
    from autograder.grading.jailed_notebook import why_no_jail

    if not (no_jail := why_no_jail()):
        return _jailed(notebook)
    if not yes:
        _require_trust(
            f"{notebook.name} {reason}. It cannot be run in a jail here, because {no_jail}; without one, its code has "
            "all your rights."
        )
    return _in_kernel(notebook, shell)


def _in_kernel(notebook: Path, shell: bool) -> Run:
    """A way to run a notebook in a kernel of this machine; its lines for the shell only where that is wanted."""
    from autograder.course.notebook import read_notebook
    from autograder.student.run import run_cells, run_cells_and_shell_lines
    from autograder.student.shell_lines import shell_lines

    lines = shell_lines(read_notebook(notebook))
    if shell or not lines:
        # where none was seen, whatever else reaches for the shell is passed over
        return run_cells_and_shell_lines if shell else run_cells
    asks, them = _can_ask(), "it" if len(lines) == 1 else "them"
    for line in lines:
        said = f"{line.place}, is for the shell of this machine" + ("" if asks else " and was not run")
        errors.print(f"{said}: {escape(line.text)}", highlight=False, soft_wrap=True)
    if asks and typer.confirm(f"Run {them} too?", default=False, err=True):
        return run_cells_and_shell_lines
    if not asks:
        errors.print(
            "To run it too: --run-shell. When your notebook is graded, nothing can be installed.", highlight=False
        )
    return run_cells


def _jailed(notebook: Path) -> Run:
    """A way to run a notebook in a jail, with the limits and libraries of the caller's own course, if in its folder."""
    from autograder.course.folder import Course, find_root
    from autograder.grading.jailed_notebook import JailedNotebook
    from autograder.jail import Limits
    from autograder.jail.walls.isolation import isolation

    errors.print(f"Not your own notebook: it runs in a jail, behind {isolation().walls} walls.", highlight=False)
    here, around = find_root(), find_root(notebook.resolve().parent)
    hidden = {str(path) for root in (here, around) if root is not None for path in Course(root).hidden}
    libraries: tuple[str, ...] = ()
    limits = Limits()
    # the settings of a course are a program, and may be the other person's
    if here is not None and Course(here).belongs_to_caller:
        from autograder.nbgrader.judge import JudgeSubmission

        libraries = tuple(Course(here).settings.warm_up)
        limits = JudgeSubmission(config=Course(here).nbgrader_config()).limits()
    return JailedNotebook(tuple(sorted(hidden)), libraries, limits).run


def _require_trust(sentence: str) -> None:
    """Ask before somebody else's notebook runs with the caller's rights; where nobody can be asked, do not run it."""
    if not _can_ask():
        raise CourseError(f"{sentence} If you trust it: --yes.")
    errors.print(escape(sentence), highlight=False, soft_wrap=True)
    if not typer.confirm("Go on?", default=False, err=True):
        raise typer.Exit(1)


def _can_ask() -> bool:
    return sys.stdin.isatty() and errors.is_terminal
