"""Writes the page of feedback: a pure function from what it says to HTML."""

from __future__ import annotations

from functools import cache

from jinja2 import Template

from autograder.feedback.content import Feedback
from autograder.pages.environment import environment


def page(feedback: Feedback) -> str:
    """One HTML page that needs nothing else: no network, no script, no other file."""
    return _template().render(feedback=feedback).lstrip()


@cache
def _template() -> Template:
    return environment("autograder.feedback").get_template("page.html.j2")
