"""Compares names of people: capitals, accents and the order of first and last name make no difference."""

from __future__ import annotations

import re
import unicodedata

LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not split into a letter and an accent."""
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""Letters that some people write as two."""
WORD = re.compile(r"[^\W_]+")


def full_name(first: str | None, last: str | None) -> str:
    """First and last name as they are said; empty for a person without either."""
    return " ".join(part for part in (first, last) if part)


def words(name: str) -> tuple[str, ...]:
    """The words of a name, in small letters without accents."""
    folded = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    return tuple(WORD.findall("".join(letter for letter in folded if not unicodedata.combining(letter))))


def spellings(name: str) -> frozenset[tuple[str, ...]]:
    """The ways to spell a name, each as sorted words: accents dropped, or umlauts written as two letters."""
    composed = unicodedata.normalize("NFC", name.casefold())
    return frozenset(tuple(sorted(words(each))) for each in (composed, composed.translate(UMLAUTS))) - {()}


def name_keys(name: str) -> frozenset[str]:
    """Keys to look a name up with: two spellings of the same name have a key in common."""
    return frozenset(" ".join(spelling) for spelling in spellings(name))


def run_together(first: str, last: str, whole: str) -> frozenset[str]:
    """The ways to write a name as one word, as Canvas does: last name first, or first name first."""
    found = set()
    for parts in ((last, first), (first, last), (whole,)):
        composed = unicodedata.normalize("NFC", " ".join(parts).casefold())
        found |= {"".join(words(each)) for each in (composed, composed.translate(UMLAUTS))}
    return frozenset(found - {""})


def slug(name: str) -> str:
    """An id made from a name: small letters without accents, words joined with underscores."""
    return "_".join(words(name))
