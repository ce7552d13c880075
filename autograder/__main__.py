"""The start of the command. Nothing is imported at the top, because every grading process imports this file too."""

import os
import sys


def main() -> None:
    """Run the command; before it grades, begin to warm up, which takes longest."""
    _import_nothing_from_here()
    if sys.argv[1:2] in (["grade"], ["demo"]) and "--help" not in sys.argv:
        _begin_to_warm_up()
    from autograder.cli import main as run

    run()


def _import_nothing_from_here() -> None:
    """Leave out the current folder, which `python -m` would import from first: it may be one that was handed in."""
    own = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
    if sys.path and own != os.path.realpath(sys.path[0]) == os.path.realpath(""):
        del sys.path[0]


def _begin_to_warm_up() -> None:
    """Start the fork server, the process that grading processes are forked from, with the course's libraries."""
    from autograder.course.folder import find_root
    from autograder.course.settings import read_settings
    from autograder.errors import CourseError
    from autograder.grading import forkserver

    try:
        root = find_root()
        if root is not None:
            forkserver.start(read_settings(root).warm_up)
    except (CourseError, OSError):
        pass  # the command itself will say what is wrong


if __name__ == "__main__":
    main()
