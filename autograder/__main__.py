"""The command, with nothing imported before it runs: every grading process reads this file once more."""

import sys


def main() -> None:
    """Run the command; what takes longest to get ready for grading is begun before all else."""
    if sys.argv[1:2] in (["grade"], ["demo"]) and "--help" not in sys.argv:
        from autograder.grading import forkserver

        forkserver.start()
    from autograder.cli import main as run

    run()


if __name__ == "__main__":
    main()
