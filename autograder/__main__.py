"""The command, with nothing imported before it runs: every grading process reads this file once more."""


def main() -> None:
    """Run the command."""
    from autograder.cli import main as run

    run()


if __name__ == "__main__":
    main()
