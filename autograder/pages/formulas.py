"""Formulas as MathML, which browsers draw without any script; what cannot be converted is shown as it was typed."""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate

from math_core import LatexError, LatexToMathML

LONGEST = 3_000
"""Characters of a formula; the converter, which is not written in Python, calls itself for what is nested, and at some
thousand levels would end the whole process."""
DEEPEST = 50
"""How deep braces may be nested."""
LARGEST = 100_000
"""Characters of one formula's MathML."""

TAGS = frozenset(
    [
        *("math", "mrow", "mstyle", "mi", "mn", "mo", "ms", "mtext", "mspace", "mpadded", "mphantom", "menclose"),
        *(
            "mfrac",
            "msqrt",
            "mroot",
            "msub",
            "msup",
            "msubsup",
            "munder",
            "mover",
            "munderover",
            "mtable",
            "mtr",
            "mtd",
        ),
    ]
)
"""Tags of MathML that the cleaning of pages lets through: none of them can hold a link, a style or other markup."""
_LENGTH = re.compile(r"-?0?\.\d{1,9}em|-?0(?:em)?|\d{1,2}(?:\.\d{1,9})?(?:em|ex|pt|px|mu|cm|mm|in)?")
_WORD = re.compile(r"[a-z]{1,24}|[01]")
ATTRIBUTES = {
    **dict.fromkeys(["display", "mathvariant", "notation", "displaystyle", "scriptlevel", "accent"], _WORD),
    **dict.fromkeys(["accentunder", "stretchy", "symmetric", "form", "largeop", "movablelimits", "fence"], _WORD),
    **dict.fromkeys(["lspace", "rspace", "minsize", "maxsize", "width", "height", "depth", "linethickness"], _LENGTH),
}
"""Attributes that such tags may have, and what their values look like: words and short lengths."""
_CLASSES = {
    "text-align: left": "left",
    "text-align: right": "right",
    "padding-left: 0": "joins-left",
    "padding-right: 0": "joins-right",
    "padding-left:1em": "condition",
    "width: 100%": "wide",
    "width: 50%": "margin",
}
"""What our style sheet calls the styles that the converter writes; pages let through no styles from elsewhere."""

_LINE = '<mo stretchy="true">\u0332</mo>'
"""How the converter writes a line over or under something; not every font has one that grows."""
_DRAWN_LINE = '<mrow class="line"></mrow>'
_STYLE = re.compile(r' style="([^"]*)"')
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_DEFINITION = re.compile(r"\\(?:[a-z]?def|let|futurelet|\w*newcommand|newenvironment|providecommand|Declare\w+)\b")
_NUMBERED = re.compile(r"\\(begin|end)\{(equation|align|gather|multline|alignat|flalign)\}")
_TAG = re.compile(r"\\tag\b")
_HOLDS_TAGS = re.compile(r"\\begin\{(?:equation|align|gather|multline|alignat|flalign)\*\}")
_TEXT = re.compile(r"\\text\{((?:[^{}]|\{[^{}]*\})*)\}")
_SAME = {
    r"\begin{split}": r"\begin{aligned}",
    r"\end{split}": r"\end{aligned}",
    r"\begin{smallmatrix}": r"\begin{matrix}",
    r"\end{smallmatrix}": r"\end{matrix}",
    r"\begin{eqnarray}": r"\begin{array}{rcl}",
    r"\end{eqnarray}": r"\end{array}",
    r"\begin{eqnarray*}": r"\begin{array}{rcl}",
    r"\end{eqnarray*}": r"\end{array}",
}
"""What the converter does not know, and what looks the same."""
_converter = LatexToMathML(allow_unreliable_rendering=True, fancy_error=False, max_expansions=100)


def inline_formula(latex: str) -> str:
    """A formula within a line, as HTML."""
    found = mathml(latex, displayed=False)
    return f'<span class="math">{found}</span>' if found else f"<code>{escape(latex.strip())}</code>"


def displayed_formula(latex: str) -> str:
    """A formula on lines of its own, as HTML."""
    found = mathml(latex, displayed=True)
    return f'<div class="math">{found}</div>\n' if found else f"<pre><code>{escape(latex.strip())}</code></pre>\n"


def mathml(latex: str, displayed: bool) -> str | None:
    """A formula as MathML that has still to be cleaned; None for one that is too large or that nobody understands."""
    if len(latex) > LONGEST or _depth(latex) > DEEPEST or _DEFINITION.search(latex):
        return None
    try:
        found = _converter.convert_with_local_state(_in_known_words(latex), displaystyle=displayed)
    except LatexError:
        return None
    return _STYLE.sub(_with_class, found).replace(_LINE, _DRAWN_LINE) if len(found) <= LARGEST else None


def is_of_formulas(tag: str, value: str) -> bool:
    """Whether a class is one of those that formulas have here."""
    if tag in {"span", "div"}:
        return value == "math"
    return tag in TAGS and set(value.split()) <= {"line", *_CLASSES.values()}


def _depth(latex: str) -> int:
    return max(accumulate({"{": 1, "}": -1}.get(found[0], 0) for found in _BRACE.finditer(latex)), default=0)


def _in_known_words(latex: str) -> str:
    """A formula in words that the converter knows; equations get no numbers but those that their authors gave them."""
    for unknown, known in _SAME.items():
        latex = latex.replace(unknown, known)
    latex = _NUMBERED.sub(r"\\\1{\2*}", latex)
    if "$" in latex:
        latex = _TEXT.sub(_with_formulas_apart, latex)
    if _TAG.search(latex) and not _HOLDS_TAGS.search(latex):
        latex = rf"\begin{{equation*}}{latex}\end{{equation*}}"
    return latex


def _with_formulas_apart(text: re.Match[str]) -> str:
    """Text that has formulas in it, in pieces: the odd ones are the formulas."""
    pieces = enumerate(text[1].split("$"))
    return "".join(f"{{{piece}}}" if number % 2 else rf"\text{{{piece}}}" for number, piece in pieces)


def _with_class(style: re.Match[str]) -> str:
    names = [name for part in style[1].split(";") if (name := _CLASSES.get(part.strip()))]
    return f' class="{" ".join(names)}"' if names else ""
