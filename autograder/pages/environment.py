"""How all our pages are written: everything escaped, with the same filters and the same look."""

from __future__ import annotations

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from autograder.pages import markup


def environment(package: str) -> Environment:
    """Templates of a package, which may include the style that all pages share."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package, "."), PackageLoader("autograder.pages", ".")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "code": markup.code,
        "explained": markup.explained,
        "markdown": markup.markdown,
        "number": number,
        "paragraphs": markup.paragraphs,
        "percent": percent,
        "sentence": markup.sentence,
    }
    made.globals["share"] = share
    return made


def number(points: float) -> str:
    """Points without needless digits."""
    return f"{round(points, 2):g}".replace("-", "−")


def percent(share: float) -> str:
    """A share in whole percent."""
    return f"{100 * share:.0f} %"


def share(earned: float, points: float) -> int:
    """Whole percent, for the length of a bar."""
    return round(100 * min(max(earned / points, 0.0), 1.0)) if points else 0
