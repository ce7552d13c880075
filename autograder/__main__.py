"""The start of the command. Nothing is imported at the top, because every grading process imports this file too."""

import sys


def main() -> None:
    """Run the command; before it grades, begin to warm up, which takes longest."""
    if sys.argv[1:2] in (["grade"], ["demo"]) and "--help" not in sys.argv:
        _begin_to_warm_up()
    from autograder.cli import main as run

    run()


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
