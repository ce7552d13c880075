"""Where shared pieces stand, and answers that no honest student writes."""

from __future__ import annotations

import pytest

from autograder.similarity.answers import LARGEST, as_shown
from autograder.similarity.fingerprints import Document
from tests.similarity.disguise import disguise

CLASS = '''class Centred(nn.Module):
    """Centres the last axis."""

    def __init__(self, size, eps=1e-12):  # as in the paper
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        return self.weight * (x - mean) / (x.abs().amax(-1, keepdim=True) + self.eps).sqrt()
'''


def test_names_comments_and_layout_leave_no_trace() -> None:
    ours = set(Document(CLASS, "code").hashes.tolist())
    theirs = set(Document(disguise(CLASS), "code").hashes.tolist())
    assert len(ours & theirs) > 0.8 * len(theirs)


def test_spans_are_where_the_shared_code_stands() -> None:
    document = Document(CLASS, "code")
    other = Document("def other(y):\n    m = y.mean(-1, keepdim=True)", "code")
    shared = set(document.hashes.tolist()) & set(other.hashes.tolist())
    marked = [CLASS[start:end] for start, end in document.spans(shared)]
    assert any("x.mean(-1, keepdim=True)" in piece for piece in marked)
    assert not any("torch.ones" in piece for piece in marked)


def test_spans_of_everything_are_everything_but_the_edges() -> None:
    document = Document(CLASS, "code")
    (span,) = document.spans(document.hashes.tolist())
    assert CLASS[slice(*span)].startswith("class Centred")
    assert CLASS[slice(*span)].endswith(".sqrt()")


def test_texts_are_compared_by_their_letters() -> None:
    one = Document("The *softmax* becomes\na one-hot vector, since $\\alpha \\to \\infty$ there.", "text")
    other = Document("As said: the softmax becomes a ONE-HOT vector since", "text")
    shared = set(one.hashes.tolist()) & set(other.hashes.tolist())
    (span,) = one.spans(shared)
    assert one.source[slice(*span)] == "The *softmax* becomes\na one-hot vector, since"


HOSTILE = {
    "script": "<script>window.pwned=1</script>" * 20,
    "syntax error": "def f(:\n  ((((((\n '''never closed" * 5,
    "null bytes": "x = 1\0\0\0 # \x1b[31m\n" * 20,
    "brackets": "(" * 200_000,
    "quotes": "'" * 100_001,
    "open strings": '"""' + "a\\" * 100_000,
    "nested f-strings": 'f"{' * 50_000,
    "one long line": "x=" * 500_000,
    "spaces": " " * 500_000 + "x",
    "surrogates": "x = '\ud800'\n" * 20,
    "letters that grow": "İ" * 3000 + "ﬃ" * 3000,
    "carriage returns": "x = 1\ry = 2\r" * 50,
    "empty": "",
}


@pytest.mark.parametrize("kind", ["code", "text"])
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_handed_in_has_fingerprints_inside_its_text(name: str, kind: str) -> None:
    source = as_shown(HOSTILE[name])
    assert len(source) <= LARGEST
    document = Document(source, kind)  # type: ignore[arg-type]
    spans = document.spans(document.hashes.tolist())
    assert all(0 <= start < end <= len(source) for start, end in spans)
