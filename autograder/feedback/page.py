"""Writes the page: a pure function from what it says to HTML."""

from __future__ import annotations

from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template

from autograder.feedback import markup
from autograder.feedback.content import Feedback


def page(feedback: Feedback) -> str:
    """One HTML page that needs nothing else: no network, no script, no other file."""
    return _template().render(feedback=feedback).lstrip()


def number(points: float) -> str:
    """Points without needless digits."""
    return f"{round(points, 2):g}".replace("-", "−")


def share(earned: float, points: float) -> int:
    """Whole percent, for the bar."""
    return round(100 * min(max(earned / points, 0.0), 1.0)) if points else 0


@cache
def _template() -> Template:
    return environment("autograder.feedback").get_template("page.html.j2")


def environment(package: str) -> Environment:
    """How all our pages are written: everything escaped, with the filters and the look of this one."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, "."), PackageLoader("autograder.feedback", ".")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "code": markup.code,
        "markdown": markup.markdown,
        "number": number,
        "paragraphs": markup.paragraphs,
        "sentence": markup.sentence,
    }
    environment.globals["share"] = share
    return environment
