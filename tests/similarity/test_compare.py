"""Who stands out from a class: a disguised copy does, an answer that everyone writes alike does not."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.diagnosis.examples import VARIANT, read_examples
from autograder.similarity import fingerprints
from autograder.similarity.answers import AnswerKind, answers_in
from autograder.similarity.compare import _likeness, compare, rarity
from autograder.similarity.content import Similarity
from tests.conftest import A1
from tests.similarity.disguise import disguise

WORDS = [
    "attention",
    "kernel",
    "head",
    "position",
    "softmax",
    "weight",
    "query",
    "value",
    "pixel",
    "limit",
    "exponent",
    "shift",
    "sum",
    "bound",
    "large",
    "small",
    "because",
    "therefore",
    "every",
    "other",
    "converges",
    "vanishes",
    "dominates",
    "matrix",
    "vector",
    "score",
    "constant",
    "cancels",
    "remains",
]


@pytest.fixture(scope="module")
def choices(course: Course, a1_master: NotebookNode) -> dict[str, list[str]]:
    """Honest answers: for every question several that were written independently."""
    code = {grade_id(cell) for cell in a1_master.cells if cell.cell_type == "code"}
    found = {name: [source] for name, source in answers_of(a1_master).items() if name in code}
    for example in read_examples(course.solution(A1), VARIANT):
        found[example.question].append(example.source)
    return found


@pytest.fixture(scope="module")
def honest(choices: Mapping[str, list[str]], a1_release: NotebookNode) -> dict[str, dict[str, str]]:
    """Twenty students who each went their own way, in code and in words."""
    chance = random.Random(7)
    texts = [
        grade_id(cell) for cell in a1_release.cells if cell.cell_type == "markdown" and "explain" in grade_id(cell)
    ]
    return {
        f"student{number:02d}": {name: chance.choice(sources) for name, sources in choices.items()}
        | {name: " ".join(chance.choices(WORDS, k=40)) for name in texts}
        for number in range(20)
    }


def compared(a1_release: NotebookNode, answers: Mapping[str, Mapping[str, str]]) -> Similarity:
    return compare(
        A1, answers_in(a1_release, {student: with_answers(a1_release, own) for student, own in answers.items()})
    )


def with_copy(honest: dict[str, dict[str, str]], **changed: str) -> dict[str, dict[str, str]]:
    copied = {
        name: disguise(source) if "explain" not in name else source for name, source in honest["student03"].items()
    }
    texts = {name: source for name, source in honest["student11"].items() if "explain" in name}
    return honest | {"student11": copied | texts | changed}


def test_an_honest_class_has_nobody_who_stands_out(a1_release: NotebookNode, honest: dict[str, dict[str, str]]) -> None:
    found = compared(a1_release, honest)
    assert found.all_pairs == 190
    assert found.standing_out == ()


def test_a_renamed_reordered_and_commented_copy_is_on_top(
    a1_release: NotebookNode, honest: dict[str, dict[str, str]]
) -> None:
    found = compared(a1_release, with_copy(honest))
    assert [(pair.first, pair.second) for pair in found.standing_out] == [("student03", "student11")]
    top, after = found.pairs[:2]
    assert top.score > 1.5 * after.score
    assert top.alike > 15 > 3 * found.typical_alike
    assert "no other of the 190 pairs is as alike" in found.sentence(top)


def test_a_copy_of_code_that_has_moved_to_another_cell_is_found(
    a1_release: NotebookNode, honest: dict[str, dict[str, str]], choices: Mapping[str, list[str]]
) -> None:
    notebooks = {student: with_answers(a1_release, own) for student, own in honest.items()}
    moved = with_answers(a1_release, dict.fromkeys(choices, "from_above = True"))
    moved.cells.append(new_code_cell("\n\n".join(disguise(honest["student03"][name]) for name in choices)))
    notebooks["student11"] = moved
    found = compare(A1, answers_in(a1_release, notebooks))
    assert [(pair.first, pair.second) for pair in found.standing_out] == [("student03", "student11")]


def test_written_answers_that_are_the_same_word_for_word_count(
    a1_release: NotebookNode, honest: dict[str, dict[str, str]]
) -> None:
    texts = {
        name: source.upper().replace(" ", "\n") for name, source in honest["student03"].items() if "explain" in name
    }
    found = compared(a1_release, honest | {"student11": honest["student11"] | texts})
    pair = next(pair for pair in found.pairs if (pair.first, pair.second) == ("student03", "student11"))
    likeness = {match.part.name: match.rare for match in pair.matches if match.part.name in texts}
    # some three words in a row may by chance be somebody else's as well
    assert likeness == pytest.approx(dict.fromkeys(texts, 1.0), abs=0.002)
    assert pair == found.pairs[0]


def test_what_everyone_writes_alike_accuses_nobody(a1_release: NotebookNode, choices: Mapping[str, list[str]]) -> None:
    same = {name: sources[0] for name, sources in choices.items()}
    found = compared(a1_release, {f"student{number:02d}": same for number in range(20)})
    assert found.standing_out == ()
    assert {pair.score for pair in found.pairs} == {0.0}
    assert all(pair.alike == pair.compared for pair in found.pairs)


def test_the_released_code_is_left_out(a1_release: NotebookNode, honest: dict[str, dict[str, str]]) -> None:
    nothing = {grade_id(cell): cell.source for cell in a1_release.cells if grade_id(cell) in honest["student00"]}
    answers = honest | {
        name: {cell: text + "\n" for cell, text in nothing.items()} for name in ("student03", "student11")
    }
    found = compared(a1_release, answers)
    pair = next((pair for pair in found.pairs if (pair.first, pair.second) == ("student03", "student11")), None)
    assert pair is None or (pair.compared, pair.score, pair.whole) == (0, 0.0, 0.0)
    released = next(cell for cell in a1_release.cells if grade_id(cell) == "layer_norm").source
    with_release = {name: own | {"layer_norm": f"{released}\n\n{own['layer_norm']}"} for name, own in honest.items()}
    plain = {each.part.name: each.typical for each in compared(a1_release, honest).background}
    pasted = {each.part.name: each.typical for each in compared(a1_release, with_release).background}
    assert pasted["layer_norm"] == pytest.approx(plain["layer_norm"], abs=0.1)


@pytest.mark.parametrize("size", [1, 2])
def test_without_a_class_there_is_no_background(
    a1_release: NotebookNode, honest: dict[str, dict[str, str]], size: int
) -> None:
    same = honest["student00"]
    found = compared(a1_release, {f"student{number}": same for number in range(size)})
    assert found.standing_out == ()
    assert [pair.whole for pair in found.pairs] == [1.0] * found.all_pairs


def test_what_a_shared_piece_counts_falls_from_one_to_nothing() -> None:
    weights = list(rarity(np.arange(2, 21), answered=20, students=20))
    assert weights[0] == 1.0
    assert weights[-1] == 0.0
    assert weights == sorted(weights, reverse=True)
    assert rarity(np.array([2]), answered=3, students=20)[0] < 0.2  # few have answered: there is little to compare with


def test_the_outcome_does_not_depend_on_pythons_hashes(
    a1_release: NotebookNode, honest: dict[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    import copydetect.utils

    from autograder.similarity.compare import _fingerprints

    before = compared(a1_release, with_copy(honest))
    _fingerprints.cache_clear()
    plain = copydetect.utils.hashed_kgrams
    monkeypatch.setattr(
        copydetect.utils,
        "hashed_kgrams",
        lambda text, k: np.array([hash((each, 1)) for each in plain(text, k).tolist()], dtype=np.int64),
    )
    after = compared(a1_release, with_copy(honest))
    _fingerprints.cache_clear()
    assert after == before


def test_pages_of_comments_and_texts_hide_no_copy(a1_release: NotebookNode, honest: dict[str, dict[str, str]]) -> None:
    copied = dict(with_copy(honest)["student11"])
    for number, name in enumerate(name for name in copied if "explain" not in name):
        above = "# nothing to see here, really\n" * 1_500 if number % 2 else f'"""{"words " * 7_000}"""\n'
        copied[name] = above + copied[name]
    found = compared(a1_release, honest | {"student11": copied})
    assert [(pair.first, pair.second) for pair in found.standing_out] == [("student03", "student11")]


def test_one_whose_answers_cost_too_much_is_left_out_with_the_reason(
    a1_release: NotebookNode, honest: dict[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = fingerprints.Document

    def document(source: str, kind: AnswerKind) -> fingerprints.Document:
        if "too much" in source:
            bytearray(2**40)
        if "fails" in source:
            raise ValueError("of ours")
        return made(source, kind)

    monkeypatch.setattr("autograder.similarity.compare.Document", document)
    spoiled = dict.fromkeys(honest["student11"], "fails")
    hostile = {"eve": dict.fromkeys(spoiled, "too much"), "mallory": spoiled}
    found = compared(a1_release, with_copy(honest) | hostile)
    assert [student for student, _ in found.left_out] == ["eve", "mallory"]
    assert "takes more memory than one submission may" in found.left_out[0][1]
    assert "ValueError: of ours" in found.left_out[1][1]
    assert [(pair.first, pair.second) for pair in found.standing_out] == [("student03", "student11")]


def test_pairs_are_counted_alike_with_and_without_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    prints = [np.unique(chance.integers(0, 60, 40)) for _ in range(12)]
    expected = _likeness(prints)
    for few, columns in ((0, 7), (1, 3), (20, 5)):
        monkeypatch.setattr("autograder.similarity.compare.FEW", few)
        monkeypatch.setattr("autograder.similarity.compare.COLUMNS", columns)
        found = _likeness(prints)
        np.testing.assert_array_equal(found.overlap, expected.overlap)
        np.testing.assert_array_equal(found.rare, expected.rare)
    shared = len(np.intersect1d(prints[0], prints[1]))
    assert expected.overlap[0, 1] == pytest.approx(2 * shared / (len(prints[0]) + len(prints[1])))
