"""How alike every two students of a class answered, measured against what the class writes alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from autograder.course.bounded import Bounded, FailedInside, OutOfBounds
from autograder.similarity.answers import AnswerKind, ClassAnswers, ComparedPart
from autograder.similarity.content import Background, Pair, PartMatch, Similarity
from autograder.similarity.fingerprints import Document, Hashes

SHORTEST = 8
"""Fingerprints that an answer needs to be compared: a line or two say nothing about where they come from."""
ALIKE = 0.6
"""From which similarity on two answers are called alike: nearly all disguised copies are, nearly no honest pair."""
MOST_PAIRS = 100
"""How many pairs are listed."""
SPREADS = 6.0
"""How many spreads above the typical pair a pair has to be to stand out."""
FEWEST = 2.0
"""How many questions' worth of rare likeness it needs at least."""
WHOLE = 0.35
"""Or how much of the whole notebook."""
SPREAD_PER_DEVIATION = 1.4826
"""For normally distributed values, this times the median deviation is the standard deviation."""
DIGITS = 9
"""To how many digits sums are rounded."""

FEW = 8
"""A fingerprint that at most so many have is counted pair by pair: most are of this kind, and need no matrix."""
COLUMNS = 4096
"""How many other fingerprints are counted at once."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class _Likeness:
    """Of every two students: how alike they are, and how alike beyond what the class has in common."""

    answered: NDArray[np.bool_]
    overlap: Matrix
    rare: Matrix


def compare(assignment: str, given: ClassAnswers) -> Similarity:
    """Compare all pairs of a class, question by question and over the whole notebook."""
    prints, left_out = _all_prints(given)
    students = sorted(prints)
    parts = [_likeness([prints[student].parts[number] for student in students]) for number in range(len(given.parts))]
    whole = _likeness([prints[student].whole for student in students])
    first, second = np.triu_indices(len(students), k=1)
    rare = np.array([each.rare[first, second] for each in parts]).reshape(len(parts), len(first))
    overlap = np.array([each.overlap[first, second] for each in parts]).reshape(rare.shape)
    score = rare.sum(axis=0)
    alike = (overlap >= ALIKE).sum(axis=0)
    stands_out = _stands_out(score, FEWEST) & (alike >= min(FEWEST, len(parts)))
    stands_out |= _stands_out(whole.rare[first, second], WHOLE)
    order = np.lexsort((-whole.rare[first, second], -score, ~stands_out))[:MOST_PAIRS]

    def pair(number: int) -> Pair:
        one, other = int(first[number]), int(second[number])
        both = [index for index, each in enumerate(parts) if each.answered[one] and each.answered[other]]
        matches = tuple(
            PartMatch(given.parts[index], float(parts[index].overlap[one, other]), float(parts[index].rare[one, other]))
            for index in both
        )
        return Pair(
            first=students[one],
            second=students[other],
            score=float(score[number]),
            alike=int(alike[number]),
            compared=len(both),
            whole=float(whole.overlap[one, other]),
            as_alike=int((score >= score[number]).sum()),
            stands_out=bool(stands_out[number]),
            matches=matches,
        )

    return Similarity(
        assignment=assignment,
        students=len(students),
        pairs=tuple(pair(number) for number in order),
        out=int(stands_out.sum()),
        typical_alike=float(alike.mean()) if len(alike) else 0.0,
        typical_score=float(np.median(score)) if len(score) else 0.0,
        background=tuple(_background(part, each) for part, each in zip(given.parts, parts, strict=True)),
        left_out=tuple(sorted({**given.left_out, **left_out}.items())),
    )


def rarity(have: NDArray[np.int64], answered: int, students: int) -> Matrix:
    """What shared fingerprints count: 1 where only these two of the class have one, 0 where everyone has it."""
    if students <= 2:  # nobody to compare these two with
        return np.zeros(len(have))
    return np.log(answered / have) / np.log(students / 2)


@dataclass(frozen=True)
class _Prints:
    """The fingerprints of one student: of each part, and of all code wherever it stands, which may have moved."""

    parts: tuple[Hashes, ...]
    whole: Hashes


def _all_prints(given: ClassAnswers) -> tuple[dict[str, _Prints], dict[str, str]]:
    """The fingerprints of a class; those that cost too much are left out, with the reason."""
    parts = [_all_fingerprints([given.release.get(part.name, "")], part.kind) for part in given.parts]
    handed_out = _Prints(tuple(parts), _all_fingerprints(given.released, "code"))
    found: dict[str, _Prints] = {}
    left_out: dict[str, str] = {}
    with Bounded("Comparing this notebook", partial(_prints, given, handed_out)) as make:
        for student in given.answers:
            try:
                found[student] = make(student)
            except (OutOfBounds, FailedInside) as error:
                left_out[student] = str(error)
    return found, left_out


def _prints(given: ClassAnswers, handed_out: _Prints, student: str) -> _Prints:
    answers = given.answers[student]
    parts = (
        _all_fingerprints([answers.get(part.name, "")], part.kind, left_out)
        for part, left_out in zip(given.parts, handed_out.parts, strict=True)
    )
    code = [answers.get(part.name, "") for part in given.parts if part.kind == "code"]
    whole = _all_fingerprints([*code, *given.extra.get(student, ())], "code", handed_out.whole)
    return _Prints(tuple(parts), whole)


def _all_fingerprints(sources: Sequence[str], kind: AnswerKind, left_out: Hashes | None = None) -> Hashes:
    found = [_fingerprints(source, kind) for source in sources if source.strip()]
    if not found:
        return np.array([], dtype=np.int64)
    # not by copydetect's option for boilerplate, which also drops what an answer has twice
    return np.setdiff1d(np.concatenate(found), np.array([], dtype=np.int64) if left_out is None else left_out)


@lru_cache(maxsize=1_000)
def _fingerprints(source: str, kind: AnswerKind) -> Hashes:
    """Made once per text: an answer is compared alone and as a part of the whole notebook, and many are the same."""
    return Document(source, kind).hashes


def _likeness(prints: Sequence[Hashes]) -> _Likeness:
    """Dice's measure of overlap: as it is, and with every shared fingerprint weighted by its rarity in the class."""
    count = len(prints)
    sizes = np.array([len(each) for each in prints], dtype=float)
    answered = sizes >= SHORTEST
    compared = [each if enough else each[:0] for each, enough in zip(prints, answered, strict=True)]
    _, inverse, have = np.unique(np.concatenate(compared), return_inverse=True, return_counts=True)
    shared = have >= 2  # most fingerprints are one student's alone, and cannot be shared
    owner = np.repeat(np.arange(count), [len(each) for each in compared])
    is_shared = shared[inverse]
    column = np.cumsum(shared) - 1
    weights = rarity(have[shared], int(answered.sum()), count)
    number, weight = _shared_by_pairs(owner[is_shared], column[inverse[is_shared]], have[shared], weights, count)
    mean_size = np.maximum((sizes[:, None] + sizes[None, :]) / 2, 1)
    both = answered[:, None] & answered[None, :]
    overlap = np.where(both, number / mean_size, 0.0)
    rare = np.where(both, weight / mean_size, 0.0)
    # hashes come in another order each time, and the last digits of a sum depend on the order
    return _Likeness(answered, overlap.round(DIGITS), rare.round(DIGITS))


def _shared_by_pairs(
    owner: NDArray[np.int64], column: NDArray[np.int64], have: NDArray[np.int64], weights: Matrix, count: int
) -> tuple[Matrix, Matrix]:
    """Of every two students: how many fingerprints they share, and what these weigh; a student's own count nothing.

    Every entry is a fingerprint's column and a student who has it; `have` says how many students have each column.
    """
    counted, weighed = np.zeros(count * count), np.zeros(count * count)
    owner = owner[np.argsort(column, kind="stable")]
    start = np.cumsum(have) - have
    for owners in np.unique(have[have <= FEW]):
        columns = np.flatnonzero(have == owners)
        group = owner[start[columns][:, None] + np.arange(owners)]
        for one, other in combinations(range(int(owners)), 2):
            pair = group[:, one] * count + group[:, other]
            counted += np.bincount(pair, minlength=count * count)
            weighed += np.bincount(pair, weights[columns], minlength=count * count)
    number: Matrix = counted.reshape(count, count)
    weight: Matrix = weighed.reshape(count, count)
    many = np.flatnonzero(have > FEW)
    for columns in (many[first : first + COLUMNS] for first in range(0, len(many), COLUMNS)):
        holds = np.zeros((count, len(columns)))
        place = np.repeat(np.arange(len(columns)), have[columns])
        entries = np.concatenate([np.arange(start[each], start[each] + have[each]) for each in columns])
        holds[owner[entries], place] = 1
        number += np.triu(holds @ holds.T, k=1)
        weight += np.triu((holds * weights[columns]) @ holds.T, k=1)
    return number + number.T, weight + weight.T


def _stands_out(values: Matrix, least: float) -> NDArray[np.bool_]:
    """Which values lie far above the class's own: many spreads (of the median deviation) above the median."""
    if len(values) == 0:
        return np.zeros(0, dtype=bool)
    middle = float(np.median(values))
    spread = SPREAD_PER_DEVIATION * float(np.median(np.abs(values - middle)))
    return values >= max(least, middle + SPREADS * spread)


def _background(part: ComparedPart, likeness: _Likeness) -> Background:
    both = likeness.answered[:, None] & likeness.answered[None, :]
    pairs = likeness.overlap[np.triu(both, k=1)]
    return Background(
        part=part,
        answered=int(likeness.answered.sum()),
        typical=float(np.median(pairs)) if len(pairs) else 0.0,
        alike=float((pairs >= ALIKE).mean()) if len(pairs) else 0.0,
    )
