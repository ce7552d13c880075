"""Text that people wrote, as HTML that runs nothing: code in colours, Markdown with its formulas left readable."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from urllib.parse import unquote

from markupsafe import Markup
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.pages.cleaning import cleaned
from autograder.pages.pictures import checked_address

_LONGEST_MARKDOWN = 20_000
_LONGEST_CODE = 100_000
"""Characters beyond which text is shown as it was typed, and those beyond which anything is cut."""
_PAGE_LEVELS, _DEEPEST_LEVEL = 3, 6
"""Levels of headings that the page itself uses, and the deepest level in HTML."""
_CODE_SPAN = re.compile(r"`([^`\n]+)`")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_LEXER = PythonLexer(stripnl=False)
_FORMATTER = HtmlFormatter(nowrap=True)


def code(source: str) -> Markup:
    """Python in colours."""
    source = source.strip("\n")
    if len(source) > _LONGEST_CODE:
        source = source[:_LONGEST_CODE] + "\n# … the rest is not shown here"
    # Pygments takes time that grows with the square of the number of lines that hold nothing but spaces
    source = "\n".join(line.rstrip() for line in source.split("\n"))
    return Markup(highlight(source, _LEXER, _FORMATTER).rstrip("\n"))


def sentence(text: str) -> Markup:
    """A sentence of the grader: names between backticks are code, everything else is as it stands."""
    pieces = _CODE_SPAN.split(text)
    # the odd pieces are those between backticks
    html = (f"<code>{escape(piece)}</code>" if number % 2 else escape(piece) for number, piece in enumerate(pieces))
    return Markup("".join(html))


def paragraphs(text: str) -> Markup:
    """Several sentences, a blank line between paragraphs."""
    return Markup("").join(Markup("<p>{}</p>").format(sentence(part)) for part in _PARAGRAPHS.split(text.strip()))


def markdown(source: str, pictures: Mapping[str, str] | None = None) -> Markup:
    """Markdown as a person may have written it, with any HTML in it either harmless or shown as text."""
    if len(source) <= _LONGEST_MARKDOWN:
        try:
            rendered = MarkdownWithMath(renderer=_Renderer(pictures or {})).render(source)
            return Markup(cleaned(rendered, _is_formula))
        except (RecursionError, ValueError):
            pass  # nested beyond all reason: then it is shown as it was typed
    rest = "\n… the rest is not shown here" if len(source) > _LONGEST_CODE else ""
    return Markup("<pre>{}</pre>").format(source[:_LONGEST_CODE] + rest)


class _Renderer(IPythonRenderer):
    """Formulas stay as typed, in a class of their own; headings stay below those of the page."""

    def __init__(self, pictures: Mapping[str, str]) -> None:
        super().__init__(escape=False, exclude_anchor_links=True)
        self.pictures = pictures

    def inline_math(self, body: str) -> str:
        return f'<span class="math">${escape(body)}$</span>'

    def block_math(self, body: str) -> str:
        return f'<div class="math">$${escape(body)}$$</div>'

    def multiline_math(self, text: str) -> str:
        return f'<div class="math">{escape(text)}</div>'

    def latex_environment(self, name: str, body: str) -> str:
        formula = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return f'<div class="math">{escape(formula)}</div>'

    def heading(self, text: str, level: int, **attrs: object) -> str:
        level = min(level + _PAGE_LEVELS, _DEEPEST_LEVEL)
        return f"<h{level}>{text}</h{level}>\n"

    def block_code(self, code: str, info: str | None = None) -> str:
        return f"<pre>{escape(code)}</pre>\n"

    def image(self, text: str, url: str, title: str | None = None) -> str:
        inside = unquote(url.removeprefix("attachment:")) if url.startswith("attachment:") else ""
        address = self.pictures.get(inside) or checked_address(url)
        description = escape(unescape(text))
        if address is None:
            return f"<em>[picture not included here: {description or 'no description'}]</em>"
        return f'<img src="{address}" alt="{description}">'


def _is_formula(tag: str, value: str) -> bool:
    """Whether a class is ours for formulas, the only one that stays."""
    return tag in {"span", "div"} and value == "math"
