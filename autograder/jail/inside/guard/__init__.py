"""Makes what a question forbids raise, inside the snapshot that checks it."""

import functools
import importlib
import types
import warnings
from collections.abc import Sequence
from typing import Any

from autograder.jail.inside.guard.functions import (
    forbid_copies,
    forbid_functions,
    learn_functions,
    remember_what_is_new,
    set_aside,
)
from autograder.jail.inside.guard.graphs import forbid_graphs
from autograder.jail.inside.guard.operators import forbid_kernels, forbid_operators, learn_operators
from autograder.jail.inside.guard.refusal import ForbiddenError, empty, refuse_class, refuser
from autograder.jail.things import things
from autograder.jail.walls import enter

__all__ = ["ForbiddenError", "forbid", "learn", "remember_what_is_new", "set_aside"]


def learn() -> None:
    """Search all that is loaded for what a question may forbid, before any student code runs; it takes a while.

    Called again, it searches what was loaded since.
    """
    learn_functions()
    learn_operators()


def forbid(names: Sequence[str], words: Sequence[str], why: str) -> None:
    """Make the named functions and classes raise, and the things that words stand for, however they are reached.

    No new program may start: it would not know.
    """
    enter.forbid_programs()
    for name in names:
        _patch(name, why)
    found = things(words)
    if found:
        with warnings.catch_warnings():
            # torch warns of every operator that gets another implementation
            warnings.simplefilter("ignore")
            forbid_functions(found, why)
            forbid_operators(found, why)
            forbid_graphs(why)
            forbid_copies(found, why)
            forbid_kernels(why)


def _patch(name: str, why: str) -> None:
    path, _, last = name.rpartition(".")
    owner = _resolve(path)
    original = getattr(owner, last, None)
    if owner is None or original is None:
        return
    text = f"{name} may not be used here. {why}"
    if isinstance(original, type):
        refuse_class(original, text)
        return
    if isinstance(original, types.FunctionType):
        empty(original, text)
    refuse = refuser(text)
    if callable(original):
        functools.update_wrapper(refuse, original, updated=())
        # the wrapper would lead back to what it hides
        del refuse.__dict__["__wrapped__"]
    setattr(owner, last, refuse)


def _resolve(path: str) -> Any:
    parts = path.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:size]))
        except ImportError:
            continue
        for part in parts[size:]:
            found = getattr(found, part, None)
        return found
    return None
