"""A course and its parts: folders and settings, masters and releases, the cells of a notebook."""

from autograder.course.folder import Course, find_course

__all__ = ["Course", "find_course"]
