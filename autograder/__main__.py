"""The command, with nothing imported before it runs: every grading process reads this file once more."""

import sys


def main() -> None:
    """Run the command; what takes longest to get ready for grading is begun before all else."""
    if sys.argv[1:2] in (["grade"], ["demo"]) and "--help" not in sys.argv:
        _begin_to_warm_up()
    from autograder.cli import main as run

    run()


def _begin_to_warm_up() -> None:
    """Start the process that grading processes are forked from, with the libraries of the course around us."""
    from autograder.course.folder import find_root
    from autograder.course.settings import read_settings
    from autograder.errors import CourseError
    from autograder.grading import forkserver

    try:
        root = find_root()
        if root is not None:
            forkserver.start(read_settings(root).warm_up)
    except CourseError:
        pass  # the command itself will say what is wrong


if __name__ == "__main__":
    main()
