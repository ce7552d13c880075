"""The course's autograder: releases assignments, runs submissions in a jail, judges them from outside."""

__version__ = "0.1.0"
