"""Sentences about a call that raised an exception in the jail."""

import re
import sys
from typing import Any

import torch

from autograder.jail.things import things
from autograder.judge.forbidden import Forbidden
from autograder.judge.jail_text import blotted

FORBIDDEN = "forbidden"
"""The kind of exception that the guard of a question raises."""
_FORBIDDEN_NAME = re.compile(r"((?:torch's own )?([a-zA-Z_][\w.]{0,80})) may not be used here\.")
_MIB = 1 << 20


def about_exception(label: str, request: str, name: str, kind: str, said: str, memory: int | None) -> str:
    """A sentence for the student; what the exception said is cleaned already, or hidden."""
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


def _is_there(name: str) -> bool:
    """Whether an operator or something in the libraries loaded here has this name: the jail may make names up."""
    if hasattr(torch.ops.aten, name):
        return True
    parts = name.split(".")
    for size in range(len(parts) - 1, 0, -1):
        found: Any = sys.modules.get(".".join(parts[:size]))
        if found is not None:
            # what is made when asked for would be made for whatever name
            return all((found := getattr(found, "__dict__", {}).get(part)) is not None for part in parts[size:])
    return False


def may_not(forbidden: Forbidden | None, message: str) -> str:
    """The sentence about a forbidden call, made of the judge's own words and of a name that fits what is forbidden."""
    if forbidden is None:
        return "This may not be used here."
    found = _FORBIDDEN_NAME.match(message)
    known = found is not None and (
        found[2] in forbidden.names
        or (any(thing.is_named_in(found[2]) for thing in things(forbidden.things)) and _is_there(found[2]))
    )
    used = blotted(found[1]) if found and known else "What this question forbids"
    return f"{used} may not be used here. {forbidden.why}"
