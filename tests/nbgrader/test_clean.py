"""A student's text in formgrader: shown as text, cleaned, and never looked through where it is too long."""

import re
from types import SimpleNamespace

import pytest

from autograder.nbgrader import clean


@pytest.fixture
def context() -> SimpleNamespace:
    """What nbconvert's filter asks of a template: the cell's attachments."""
    return SimpleNamespace(get=lambda name, default=None: {"cell": {}}.get(name, default))


def test_text_is_shown_without_what_would_run(context: SimpleNamespace) -> None:
    shown = clean.markdown2html(context, "# Title\n\nSome *text* <script>alert(1)</script><img src=x onerror=alert(1)>")
    assert "<em>text</em>" in shown
    assert "<script" not in shown
    assert "onerror" not in shown


def test_a_picture_that_an_editor_lost_keeps_no_text_from_being_shown(context: SimpleNamespace) -> None:
    assert "before" in clean.markdown2html(context, "before ![x](attachment:lost.png) after")


def test_text_that_is_too_long_is_shown_as_typed_and_not_looked_through(
    context: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unused:
        def sub(self, *others: object) -> str:
            raise AssertionError("this would take very long")

    monkeypatch.setattr(clean, "ATTACHED", Unused())
    text = "(attachment:<b>" * (clean.LONGEST // 10)
    shown = clean.markdown2html(context, text)
    assert re.fullmatch(r"<pre>(\(attachment:&lt;b&gt;)+</pre>", shown)


def test_a_picture_attached_in_no_form_keeps_no_text_from_being_shown() -> None:
    cell = {"attachments": {"x.png": {}}}
    context = SimpleNamespace(get=lambda name, default=None: {"cell": cell}.get(name, default))
    assert "before" in clean.markdown2html(context, "before ![x](attachment:x.png) after")
