"""Errors whose message is a sentence for the person who can do something about it."""


class CourseError(Exception):
    """Something about the course or a file is not as it should be; the message says what to do next."""
