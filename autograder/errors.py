"""Errors whose message is a sentence for the person who can do something about it."""


class CourseError(Exception):
    """Something about the course or a file is not as it should be; the message says what to do next."""

    exit_code = 2
    """What a command ends with; the same as for an option that it does not know."""


class CannotStart(CourseError):
    """This machine cannot grade anything as it is: no submission can be blamed, and no other one need be tried."""

    exit_code = 1
