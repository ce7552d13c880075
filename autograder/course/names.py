"""When two spellings are one name: whatever the case, the accents, the order of first and last name."""

from __future__ import annotations

import re
import unicodedata

LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
WORD = re.compile(r"[^\W_]+")


def words(name: str) -> tuple[str, ...]:
    """The words of a name in plain letters."""
    folded = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    return tuple(WORD.findall("".join(letter for letter in folded if not unicodedata.combining(letter))))


def spellings(name: str) -> frozenset[tuple[str, ...]]:
    """The words of a name in no order: accents dropped, and umlauts written as two letters."""
    composed = unicodedata.normalize("NFC", name.casefold())
    return frozenset(tuple(sorted(words(each))) for each in (composed, composed.translate(UMLAUTS))) - {()}


def name_keys(name: str) -> frozenset[str]:
    """Keys under which a name can be looked up: two names have one in common where they are spellings of one name."""
    return frozenset(" ".join(spelling) for spelling in spellings(name))


def run_together(first: str, last: str, whole: str) -> frozenset[str]:
    """A name in one word, as Canvas writes it: last name first, or as it is said."""
    found = set()
    for parts in ((last, first), (first, last), (whole,)):
        composed = unicodedata.normalize("NFC", " ".join(parts).casefold())
        found |= {"".join(words(each)) for each in (composed, composed.translate(UMLAUTS))}
    return frozenset(found - {""})


def slug(name: str) -> str:
    """An id out of a name: plain small letters, words joined."""
    return "_".join(words(name))
