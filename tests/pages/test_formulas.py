"""Formulas are drawn as MathML; what cannot be drawn is shown as typed, and none does harm."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.master import read_master
from autograder.pages import formulas, markup
from autograder.pages.formulas import mathml
from tests.conftest import ROOT

MASTERS = sorted((ROOT / "solutions").glob("*/master.py"))
_TYPED = re.compile(r"\$\$(.+?)\$\$|(?<!\$)\$([^$\n]+)\$(?!\$)", re.DOTALL)


def text_of(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


@pytest.mark.parametrize("master", MASTERS, ids=lambda master: master.parent.name)
def test_every_formula_of_an_assignment_is_drawn(master: Path) -> None:
    texts = (cell.source for cell in read_master(master).cells if cell.cell_type == "markdown")
    typed = [found[1] or found[2] for text in texts for found in _TYPED.finditer(re.sub(r"`[^`]*`", "", text))]
    assert [latex for latex in typed if mathml(latex, displayed=True) is None] == []


@pytest.mark.parametrize(
    ("latex", "drawn"),
    [
        (r"\operatorname{Self-Attention}(\mathbf Z)", "Self−Attention&ApplyFunction;(𝐙)"),
        (r"\operatorname{dense\_out}", "dense_out"),
        (r"\boldsymbol\delta = \mathbf q - \mathbf k", "𝜹=𝐪−𝐤"),
        (r"\lVert\boldsymbol\delta\rVert^2", "‖𝜹‖2"),
        (r"\mathbf W \in \mathbb R^{K \times K}, \mathcal O(N)", "𝐖∈ℝK×K,𝒪︀(N)"),
        (r"a = b \tag{3}", "a=b(3)"),
        (r"\begin{align}a &= b \\ &= c\end{align}", "a=b=c"),
        (r"\begin{align}a &= b \tag{7}\\ &= c\end{align}", "a=b(7)=c"),
        (r"\begin{split}a &= b \\ &= c\end{split}", "a=b=c"),
        (r"\begin{equation} x \end{equation}", "x"),
        (r"\begin{cases} 1 & \text{if $x > 0$ and $y$} \\ 0 & \text{otherwise} \end{cases}", "{1if\xa0x&gt;0\xa0and\xa0y0otherwise\u2063"),
    ],
)  # fmt: skip
def test_formulas_say_what_their_author_typed_and_get_no_numbers_of_ours(latex: str, drawn: str) -> None:
    assert text_of(mathml(latex, displayed=True) or "") == drawn


def test_parts_that_only_look_right_with_our_style_have_its_classes() -> None:
    assert '<mfrac displaystyle="false">' in (mathml(r"\tfrac12", displayed=True) or "")
    assert '<mtd class="left joins-right condition">' in (
        mathml(r"\begin{cases}1 & a\\0 & b\end{cases}", displayed=True) or ""
    )
    assert '<mrow class="line"></mrow></mover>' in (mathml(r"\overline{x^2}", displayed=False) or "")
    assert " style=" not in (mathml(r"\color{red}\begin{pmatrix}1\\2\end{pmatrix} \tag{1}\!", displayed=True) or "")


@pytest.mark.parametrize(
    ("typed", "tag"),
    [
        ("so $x^2$.", "span"),
        (r"so \(x^2\).", "span"),
        (r"so \\(x^2\\).", "span"),
        ("$$\nx^2\n$$", "div"),
        ("\\[\nx^2\n\n\\]", "div"),
        (r"so \[x^2\] and", "div"),
        ("- one\n- \\begin{align}\n  x^2\n  \\end{align}", "div"),
    ],
)
def test_every_way_to_write_a_formula_in_markdown_is_known(typed: str, tag: str) -> None:
    html = markup.markdown(typed)
    assert re.search(rf'<{tag} class="math"><math[^>]*>.*<msup><mi>x</mi><mn>2</mn></msup>.*</math></{tag}>', html)
    assert "$" not in html
    assert "\\" not in html


def test_code_is_no_formula() -> None:
    assert markup.markdown(r"`re.compile('\[a\]')` and `$x$`").count("<code>") == 2
    assert "<math" not in markup.markdown(r"`re.compile('\[a\]')` and `$x$`")


def test_what_cannot_be_drawn_is_shown_as_typed() -> None:
    assert markup.markdown(r"$\unknown{a<b}$") == "<p><code>\\unknown{a&lt;b}</code></p>\n"
    assert "<pre><code>\\unknown{y}</code></pre>" in markup.markdown(r"$$\unknown{y}$$")


@pytest.mark.parametrize(
    "latex",
    [
        "x" * (formulas.LONGEST + 1),
        "{" * (formulas.DEEPEST + 1) + "}" * (formulas.DEEPEST + 1),
        r"\newcommand{\a}{\hat\hat}\a\a x",
        r"\def\a{bb}\def\b{\a\a}\b\b",
        r"\frac{1}",
        r"\left(",
        "\x00",
    ],
)
def test_too_large_too_deep_or_meaningless_formulas_are_not_drawn(latex: str) -> None:
    assert mathml(latex, displayed=True) is None


@pytest.mark.parametrize(
    "piece", ["{", r"\hat", r"\left(", r"\sqrt", "x^", r"\frac1", r"\begin{matrix}", "'", r"\text{"]
)
def test_no_formula_ends_the_process_that_draws_it(piece: str) -> None:
    # in a process of its own: the converter could take this one along
    code = "import sys; from autograder.pages.formulas import mathml; mathml(sys.argv[1], True)"
    latex = piece * (formulas.LONGEST // len(piece))
    subprocess.run([sys.executable, "-c", code, latex], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    "typed",
    [
        r"$\href{javascript:x}{a}$ $\eqref{a}$ $\style{color:red}{a}$ $\class{card}{a}$",
        "$\\text{<img src=x onerror=x>}$ $\\mathbf{<script>}$ $\\text{</math><script>}$",
        '<math href="javascript:x"><mi onclick=x class="card" style="color:red">a</mi></math>',
        '<math><annotation-xml encoding="text/html"><script>x</script></annotation-xml></math>',
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=x&gt;'>",
        "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style><img onerror=x src>'>",
        '<div title="\n\n$x$ " onmouseover=x <math><mi>',
        "<math><mtext><![CDATA[<img src=x onerror=x>]]>",
        r'![$\text{" onerror=x y="}$](attachment:a)',
    ],
)
def test_formulas_open_no_way_for_other_markup(typed: str) -> None:
    html = markup.markdown(typed)
    tags = re.findall(r"<([a-z][^\s>]*)([^>]*)>", html)
    allowed = formulas.TAGS | {"p", "span", "div", "img", "table", "a", "code", "em", "pre"}
    assert {name for name, _ in tags} <= allowed
    assert not re.search(r"""\s(on\w+|style|href|src|id|title)=""", " ".join(attributes for _, attributes in tags))
    assert not [name for name, attributes in tags if "card" in attributes]


def test_lengths_stay_short_where_a_formula_names_them() -> None:
    drawn = markup.markdown(r"$a\hspace{1em}b\hspace{5000em}c\hspace{-50em}d$")
    assert re.findall(r"<mspace([^>]*)>", drawn) == [' width="1em"', "", ""]


def test_sentences_draw_formulas_and_leave_prices_and_names_alone() -> None:
    shown = markup.sentence("With $N_h$ heads `$x$` costs $5 and $6.")
    assert "<msub><mi>N</mi><mi>h</mi></msub></math></span> heads <code>$x$</code> costs $5 and $6." in shown


def test_lines_of_code_in_an_explanation_keep_the_caret_below_its_place() -> None:
    shown = markup.explained("A syntax error in line 3: expected `:`.\n    def f(x)\n            ^\nMend it.")
    assert shown == (
        "<p>A syntax error in line 3: expected <code>:</code>.</p><pre>def f(x)\n        ^</pre><p>Mend it.</p>"
    )
