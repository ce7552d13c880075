"""What comparing a class found, as records."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.similarity.answers import ComparedPart


@dataclass(frozen=True)
class Background:
    """How alike the class as a whole answers one part."""

    part: ComparedPart
    answered: int
    typical: float
    """How alike the middle pair is, from 0 to 1."""
    alike: float
    """The share of pairs that are alike."""


@dataclass(frozen=True)
class PartMatch:
    """How alike two students answered one part, from 0 to 1."""

    part: ComparedPart
    overlap: float
    """The share of fingerprints that both answers have."""
    rare: float
    """The same, with what others of the class have too counted less."""


@dataclass(frozen=True)
class Pair:
    """Two students and how alike they answered."""

    first: str
    second: str
    score: float
    """Questions' worth of likeness that the class does not share."""
    alike: int
    """In how many parts they are alike."""
    compared: int
    """How many parts both answered."""
    whole: float
    """How alike all their code is, from 0 to 1, wherever it stands."""
    as_alike: int
    """How many pairs of the class are at least as alike, this one included."""
    stands_out: bool
    matches: tuple[PartMatch, ...] = ()


@dataclass(frozen=True)
class Similarity:
    """A class, its most alike pairs and what is usual in it."""

    assignment: str
    students: int
    pairs: tuple[Pair, ...]
    """Those that stand out first, then by score; of a large class not all."""
    out: int
    """How many pairs stand out."""
    typical_alike: float
    """In how many parts a pair of the class is alike on average."""
    typical_score: float
    background: tuple[Background, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    """Students whose notebook could not be looked at, and why."""

    @property
    def all_pairs(self) -> int:
        return self.students * (self.students - 1) // 2

    @property
    def standing_out(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.stands_out)

    def sentence(self, pair: Pair) -> str:
        """What a person should make of a pair."""
        rank = (
            f"no other of the {self.all_pairs:,} pairs is as alike"
            if pair.as_alike == 1
            else f"{pair.as_alike:,} of the {self.all_pairs:,} pairs are at least as alike"
        )
        return (
            f"Alike in {pair.alike} of {pair.compared} answers, where a pair of this class is alike in "
            f"{self.typical_alike:.1f} on average; {rank}."
        )
