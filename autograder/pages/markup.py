"""Text that people wrote, as HTML that runs nothing: code in colours, Markdown with its formulas drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape, unescape
from itertools import groupby
from textwrap import dedent
from urllib.parse import unquote

from markupsafe import Markup
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath, MathBlockParser, MathInlineParser
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.pages.cleaning import TAGS, cleaned, only_tags_of
from autograder.pages.formulas import displayed_formula, inline_formula, is_of_formulas
from autograder.pages.pictures import checked_address

_LONGEST_MARKDOWN = 20_000
_LONGEST_CODE = 100_000
"""Characters beyond which text is shown as it was typed, and those beyond which anything is cut."""
_PAGE_LEVELS, _DEEPEST_LEVEL = 3, 6
"""Levels of headings that the page itself uses, and the deepest level in HTML."""
_CODE_OR_FORMULA = re.compile(r"`(?P<code>[^`\n]+)`|(?<![\\$\w])\$(?P<formula>[^\s$`](?:[^$`\n]*[^\s$`])?)\$(?![\w$])")
"""Names between backticks, and formulas between dollars that no space and no other word touches: a price is none."""
_MOST_MATHML = 400_000
"""Characters of all MathML in one text."""
_ANY_TAG = re.compile(r"<[^<>]*>")
_INDENT = "    "
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
    """A sentence of the grader: code between backticks, formulas between dollars, everything else as it stands."""
    html, end = [], 0
    for found in _CODE_OR_FORMULA.finditer(text):
        html.append(escape(text[end : found.start()]))
        if found["code"]:
            html.append(f"<code>{escape(found['code'])}</code>")
        else:
            html.append(cleaned(inline_formula(found["formula"]), is_of_formulas, with_formulas=True))
        end = found.end()
    return Markup("".join((*html, escape(text[end:]))))


def paragraphs(text: str) -> Markup:
    """Several sentences, a blank line between paragraphs."""
    return Markup("").join(Markup("<p>{}</p>").format(sentence(part)) for part in _PARAGRAPHS.split(text.strip()))


def explained(text: str) -> Markup:
    """Sentences of the grader, each a paragraph; indented lines between them are code, with a caret that may be there."""
    html = []
    for is_code, lines in groupby(text.split("\n"), key=lambda line: line.startswith(_INDENT)):
        if is_code:
            html.append(Markup("<pre>{}</pre>").format(dedent("\n".join(lines))))
        else:
            html += [Markup("<p>{}</p>").format(sentence(line)) for line in lines if line.strip()]
    return Markup("").join(html)


def markdown(source: str, pictures: Mapping[str, str] | None = None) -> Markup:
    """Markdown as a person may have written it, with any HTML in it either harmless or shown as text."""
    if len(source) <= _LONGEST_MARKDOWN:
        try:
            rendered = MarkdownWithMath(_Renderer(pictures or {}), _BlockParser(), _InlineParser()).render(source)
            return Markup(cleaned(rendered, is_of_formulas, with_formulas=True))
        except (RecursionError, ValueError):
            pass  # nested beyond all reason: then it is shown as it was typed
    rest = "\n… the rest is not shown here" if len(source) > _LONGEST_CODE else ""
    return Markup("<pre>{}</pre>").format(source[:_LONGEST_CODE] + rest)


class _BlockParser(MathBlockParser):
    """Knows displayed formulas between single backslashes and brackets, too, as LaTeX and chat programs write them."""

    MULTILINE_MATH = rf"(?:{MathBlockParser.MULTILINE_MATH}|^ {{0,3}}\\\[(?s:.*?)\\\])"
    SPECIFICATION = MathBlockParser.SPECIFICATION | {"multiline_math": MULTILINE_MATH}


class _InlineParser(MathInlineParser):
    """Knows formulas between single backslashes and brackets, too."""

    SPECIFICATION = MathInlineParser.SPECIFICATION | {
        "block_math_latex": r"(?s:(?<!\\)\\{1,2}\[(?P<math_block_latex>.*?)(?<!\\)\\{1,2}\])",
        "inline_math_latex": r"(?s:(?<!\\)\\{1,2}\((?P<math_inline_latex>.*?)(?<!\\)\\{1,2}\))",
    }


class _Renderer(IPythonRenderer):
    """Formulas become MathML; headings stay below those of the page."""

    def __init__(self, pictures: Mapping[str, str]) -> None:
        super().__init__(escape=False, exclude_anchor_links=True)
        self.pictures = pictures
        self.room = _MOST_MATHML

    def inline_math(self, body: str) -> str:
        return self._if_room(inline_formula, body)

    def block_math(self, body: str) -> str:
        return self._if_room(displayed_formula, body)

    def latex_environment(self, name: str, body: str) -> str:
        return self._if_room(displayed_formula, f"\\begin{{{name}}}{body}\\end{{{name}}}")

    def _if_room(self, convert: Callable[[str], str], latex: str) -> str:
        html = convert(latex) if self.room > 0 else f"<code>{escape(latex)}</code>"
        self.room -= len(html)
        return html

    def block_html(self, html: str) -> str:
        """HTML in Markdown: tags of formulas are ours alone."""
        return super().block_html(only_tags_of(html, TAGS))

    def inline_html(self, html: str) -> str:
        return super().inline_html(only_tags_of(html, TAGS))

    def heading(self, text: str, level: int, **attrs: object) -> str:
        level = min(level + _PAGE_LEVELS, _DEEPEST_LEVEL)
        return f"<h{level}>{text}</h{level}>\n"

    def block_code(self, code: str, info: str | None = None) -> str:
        return f"<pre>{escape(code)}</pre>\n"

    def image(self, text: str, url: str, title: str | None = None) -> str:
        inside = unquote(url.removeprefix("attachment:")) if url.startswith("attachment:") else ""
        address = self.pictures.get(inside) or checked_address(url)
        description = escape(unescape(_ANY_TAG.sub("", text)))
        if address is None:
            return f"<em>[picture not included here: {description or 'no description'}]</em>"
        return f'<img src="{address}" alt="{description}">'
