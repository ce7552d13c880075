"""Sentences about a call that raised an exception in the jail."""

import re

from autograder.jail.things import things
from autograder.judge.forbidden import Forbidden
from autograder.judge.jail_text import blotted

FORBIDDEN = "forbidden"
"""The kind of exception that the guard of a question raises."""
_FORBIDDEN_NAME = re.compile(r"((?:torch's own )?([a-zA-Z_][\w.]{0,80})) may not be used here\.")
_MIB = 1 << 20


def about_exception(label: str, request: str, name: str, kind: str, said: str, memory: int | None) -> str:
    """A sentence for the student; what the exception said is cleaned already, or hidden."""
    if kind == "missing":
        return f"`{label}` is not defined: did its cell run without an error, and is the name spelled as in the assignment?"
    if kind == "unfilled":
        return f"`{label}` is not filled in yet."
    if kind == FORBIDDEN:
        return said
    if kind == "memory":
        allowed = "" if memory is None else f" ({memory / _MIB:g} MiB on top of the notebook)"
        return f"`{label}` needed more memory than it may use here{allowed}."
    if request == "attribute":
        return f"`{label}` is not there: {name}{said}."
    return f"Calling `{label}` raised {name}{said}"


def may_not(forbidden: Forbidden | None, message: str) -> str:
    """The sentence about a forbidden call, made of the judge's own words and of a name that fits what is forbidden."""
    if forbidden is None:
        return "This may not be used here."
    found = _FORBIDDEN_NAME.match(message)
    known = found is not None and (
        found[2] in forbidden.names or any(thing.is_named_in(found[2]) for thing in things(forbidden.things))
    )
    used = blotted(found[1]) if found and known else "What this question forbids"
    return f"{used} may not be used here. {forbidden.why}"
