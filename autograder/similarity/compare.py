"""How alike every two students of a class answered, measured against what the class writes alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

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

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class _Likeness:
    """Of every two students: how alike they are, and how alike beyond what the class has in common."""

    answered: NDArray[np.bool_]
    overlap: Matrix
    rare: Matrix


def compare(assignment: str, given: ClassAnswers) -> Similarity:
    """Compare all pairs of a class, question by question and over the whole notebook."""
    students = sorted(given.answers)
    parts = [_part_likeness(given, part, students) for part in given.parts]
    whole = _whole_likeness(given, students)
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
    )


def rarity(have: NDArray[np.int64], answered: int, students: int) -> Matrix:
    """What shared fingerprints count: 1 where only these two of the class have one, 0 where everyone has it."""
    if students <= 2:  # nobody to compare these two with
        return np.zeros(len(have))
    return np.log(answered / have) / np.log(students / 2)


def _part_likeness(given: ClassAnswers, part: ComparedPart, students: Sequence[str]) -> _Likeness:
    left_out = _all_fingerprints([given.release.get(part.name, "")], part.kind)
    return _likeness(
        [_all_fingerprints([given.answers[student].get(part.name, "")], part.kind, left_out) for student in students]
    )


def _whole_likeness(given: ClassAnswers, students: Sequence[str]) -> _Likeness:
    """All code of a student at once, wherever it stands: it may have moved to another cell."""
    code = [part.name for part in given.parts if part.kind == "code"]
    left_out = _all_fingerprints(given.released, "code")
    cells = [
        [*(given.answers[student].get(name, "") for name in code), *given.extra.get(student, ())]
        for student in students
    ]
    return _likeness([_all_fingerprints(each, "code", left_out) for each in cells])


def _all_fingerprints(sources: Sequence[str], kind: AnswerKind, left_out: Hashes | None = None) -> Hashes:
    found = [_fingerprints(source, kind) for source in sources if source.strip()]
    if not found:
        return np.array([], dtype=np.int64)
    # not by copydetect's option for boilerplate, which also drops what an answer has twice
    return np.setdiff1d(np.concatenate(found), np.array([], dtype=np.int64) if left_out is None else left_out)


@lru_cache(maxsize=50_000)
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
    holds = np.zeros((count, int(shared.sum())), dtype=float)
    holds[owner[is_shared], column[inverse[is_shared]]] = 1
    weights = rarity(have[shared], int(answered.sum()), count)
    mean_size = np.maximum((sizes[:, None] + sizes[None, :]) / 2, 1)
    both = answered[:, None] & answered[None, :]
    overlap = np.where(both, holds @ holds.T / mean_size, 0.0)
    rare = np.where(both, (holds * weights) @ holds.T / mean_size, 0.0)
    # hashes come in another order each time, and the last digits of a sum depend on the order
    return _Likeness(answered, overlap.round(DIGITS), rare.round(DIGITS))


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
