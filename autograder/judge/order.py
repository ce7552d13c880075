"""In which order questions are judged: one that asks for a part comes before all that lend a right version of it.

Those that bring nothing of ours into the jail come first of all: what is known there afterwards is of no use to them.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

_LENDS = "LENDS"
_BY_DECORATORS = "__lends__"
_WORD = re.compile(r"\w+")
_PLANTED = re.compile(r"\.plant\(\s*(\w+)")
PUBLIC = "autograder.judge.planted"
"""Helpers that anybody may read: planted, they give nothing away."""


def note_lent(check: Callable[..., Any], names: Sequence[str]) -> None:
    """Note in a check's own file that the file lends parts."""
    scope: dict[str, Any] = check.__globals__
    scope[_BY_DECORATORS] = frozenset(names) | scope.get(_BY_DECORATORS, frozenset())


def lent_by(module: object) -> frozenset[str]:
    """The names that a check file lends or replaces: those of its decorators and those it lists in LENDS."""
    listed = (part if isinstance(part, str) else part.__name__ for part in getattr(module, _LENDS, ()))
    return frozenset(listed) | getattr(module, _BY_DECORATORS, frozenset())


def how_much_is_told(module: object, text: str) -> int:
    """How much of ours a check file brings into the jail: 0 nothing, 1 parts where the student's own fail, 2, 3 always.

    Texts of exceptions are hidden from then on, also those of later questions: who tells least comes first.
    """
    if getattr(module, _LENDS, ()):
        return 3
    if any(getattr(getattr(module, name, None), "__module__", "") != PUBLIC for name in _PLANTED.findall(text)):
        return 2
    return 1 if getattr(module, _BY_DECORATORS, ()) else 0


def words_of(text: str) -> frozenset[str]:
    """All words of a check file, and so all names that it asks for."""
    return frozenset(_WORD.findall(text))


def in_order(questions: Sequence[str], words: Mapping[str, Set[str]], lent: Mapping[str, Set[str]]) -> tuple[str, ...]:
    """The questions, each before those that lend what it asks for, else as they were."""
    waiting, ordered = list(questions), list[str]()
    while waiting:
        lender_last = (
            question
            for question in waiting
            if not any((lent[question] - lent[other]) & words[other] for other in waiting if other != question)
        )
        # questions that lend to each other have no order: the first one is taken
        ordered.append(next(lender_last, waiting[0]))
        waiting.remove(ordered[-1])
    return tuple(ordered)
