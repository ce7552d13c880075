"""Makes names that a question forbids raise, inside the snapshot that checks it."""

import functools
import importlib
import types
import warnings
from collections.abc import Sequence
from typing import Any

import torch

from autograder.jail.walls import enter

# the dispatch keys by which a tensor on this machine can reach an operator's code
_KEYS = ("CPU", "MkldnnCPU", "NestedTensorCPU", "SparseCPU", "QuantizedCPU", "Meta")


class ForbiddenError(RuntimeError):
    """A question asks to write this, and the answer calls it."""


# an override ends when its library object is collected, so the objects are held here
_libraries: list[Any] = []


def forbid(names: Sequence[str], operators: Sequence[str], why: str) -> None:
    """Make the named functions, classes and torch operators raise; no new program may start, it would not know."""
    enter.forbid_programs()
    for name in names:
        _patch(name, why)
    for operator in operators:
        _override(operator, why)


def _raiser(name: str, why: str, original: Any) -> Any:
    def refuse(*args: object, **kwargs: object) -> None:
        raise ForbiddenError(f"{name} may not be used here. {why}")

    if callable(original):
        functools.update_wrapper(refuse, original, updated=())
        # the wrapper would lead back to what it hides
        del refuse.__dict__["__wrapped__"]
    return refuse


def _patch(name: str, why: str) -> None:
    path, _, last = name.rpartition(".")
    owner = _resolve(path)
    original = getattr(owner, last, None)
    if owner is None or original is None:
        return
    if isinstance(original, types.FunctionType):
        # a reference that was saved before must raise too
        _empty(original, name, why)
    if isinstance(original, type):
        # the class stays the same object, so isinstance and references taken earlier still work
        for method in ("__init__", "forward", "__call__"):
            if hasattr(original, method):
                setattr(original, method, _raiser(name, why, getattr(original, method)))
    else:
        setattr(owner, last, _raiser(name, why, original))


def _empty(function: types.FunctionType, name: str, why: str) -> None:
    """Replace what a function does, in place."""
    scope: dict[str, Any] = {}
    text = f"{name} may not be used here. {why}"
    exec(
        f"def refuse(*args, **kwargs):\n from {__name__} import ForbiddenError\n raise ForbiddenError({text!r})", scope
    )
    # code must have as many free variables as the function it is put into
    function.__code__ = scope["refuse"].__code__.replace(co_freevars=function.__code__.co_freevars)


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


def _override(operator: str, why: str) -> None:
    namespace, _, base = operator.partition("::")
    library = torch.library.Library(namespace, "IMPL")
    _libraries.append(library)
    packet = getattr(getattr(torch.ops, namespace), base, None)
    if packet is None:
        return
    refuse = _raiser(operator.replace("aten::", "torch's own "), why, None)
    for overload in packet.overloads():
        name = base if overload == "default" else f"{base}.{overload}"
        for key in _KEYS:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                library.impl(name, refuse, key, allow_override=True)
