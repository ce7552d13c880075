"""The command line: thin, it calls the same functions a test calls."""

from autograder.cli import authoring, collecting, exporting, grading, reporting, showing, solutions, students
from autograder.cli.app import app, main

__all__ = [
    "app",
    "authoring",
    "collecting",
    "exporting",
    "grading",
    "main",
    "reporting",
    "showing",
    "solutions",
    "students",
]
