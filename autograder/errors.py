"""Errors that are sentences for the person who caused them."""


class CourseError(Exception):
    """Something about the course or a file is not as it should be; the message says what to do next."""
