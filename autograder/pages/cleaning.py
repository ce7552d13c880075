"""HTML that people wrote, made harmless: nothing runs, nothing is loaded from elsewhere, other tags are shown as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

import nh3

from autograder.pages import formulas
from autograder.pages.pictures import checked_address

TAGS = frozenset(
    [
        *(
            "a",
            "b",
            "blockquote",
            "br",
            "code",
            "dd",
            "del",
            "details",
            "div",
            "dl",
            "dt",
            "em",
            "h4",
            "h5",
            "h6",
            "hr",
        ),
        *("i", "img", "li", "ol", "p", "pre", "s", "span", "strong", "sub", "summary", "sup"),
        *("table", "tbody", "td", "th", "thead", "tr", "u", "ul"),
    ]
)
LINKS = ("https://", "http://", "mailto:")
_SCHEMES = {"http", "https", "mailto", "data"}
# no longer than any tag: else a line of < would be read to its end again from each of them
_TAG = re.compile(r"<(?=/?([a-zA-Z][^\s/>]{0,40}))")


def cleaned(
    html: str,
    allows_class: Callable[[str, str], bool],
    tags: Iterable[str] = TAGS,
    links: tuple[str, ...] = LINKS,
    with_formulas: bool = False,
) -> str:
    """HTML with harmless tags and attributes only; a class stays if it is allowed for its tag.

    Where there are formulas, they must be ours: what a person wrote goes through `only_tags_of` before.
    """
    known = set(tags) | (formulas.TAGS if with_formulas else set())

    def allowed(tag: str, name: str, value: str) -> str | None:
        if name == "href":
            return value if value.strip().lower().startswith(links) else None
        if name == "src":
            return value if checked_address(value) == value else None
        if name == "class":
            return value if allows_class(tag, value) else None
        if tag in formulas.TAGS:
            return value if formulas.ATTRIBUTES[name].fullmatch(value) else None
        return value

    of_formulas = {tag: set(formulas.ATTRIBUTES) for tag in formulas.TAGS & known}
    return nh3.clean(
        only_tags_of(html, known),
        tags=known,
        attributes={"a": {"href"}, "img": {"src", "alt"}, "ol": {"start"}, "*": {"class"}} | of_formulas,
        attribute_filter=allowed,
        url_schemes=_SCHEMES,
    )


def only_tags_of(html: str, known: Collection[str]) -> str:
    """HTML in which all tags but the known ones are text."""
    return _TAG.sub(lambda found: "<" if found[1].lower() in known else "&lt;", html)
