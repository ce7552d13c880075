"""Code that was taken out of a library's function before the function was made to raise, and functions made of it."""

import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from autograder.jail.inside.guard.refusal import ForbiddenError, empty
from autograder.jail.things import Thing

FOLDERS = tuple(f"{os.path.realpath(path)}{os.sep}" for path in sys.path if path.endswith("-packages"))
"""Where libraries are."""
_CELL = "<ipython-input-"
# shorter functions only call others, and somebody may write the same by chance
_LEAST_BYTES = 100
Code = tuple[bytes, bytes]
"""The instructions of a function, and where in a source each of them stands."""
_known: dict[bytes, set[bytes]] = {}
"""Those of the functions that raise now."""
_imports = 0
"""How many imports are under way whose modules are searched when they are loaded."""


def codes_of(value: object, thing: Thing | None = None) -> Iterator[Code]:
    """What a function does, or the methods of a class do; only if the code computes the thing by its name."""
    for function in vars(value).values() if isinstance(value, type) else (value,):
        outer = getattr(getattr(function, "__func__", function), "__code__", None)
        for code in _with_inner(outer) if isinstance(outer, types.CodeType) else ():
            # wrappers share their code with those of other functions
            if len(code.co_code) >= _LEAST_BYTES and (thing is None or _computes(code, thing)):
                yield code.co_code, code.co_linetable


def remember_codes(codes: Iterable[Code]) -> None:
    """Remember code, so that no copy of it runs."""
    for instructions, places in codes:
        _known.setdefault(instructions, set()).add(places)


def which_compute(functions: Iterable[types.FunctionType], things: Sequence[Thing]) -> list[types.FunctionType]:
    """Those functions that a library made inside a function which computes one of these things, by its name."""
    return [function for function in functions if _is_a_librarys(function.__code__, things)]


def empty_copies(functions: Sequence[types.FunctionType], things: Sequence[Thing], text: str) -> None:
    """Make those functions raise that have remembered code, or that a library made inside a function of such a name."""
    copies = [function for function in functions if _is_copy(function.__code__)]
    for function in [*copies, *which_compute(functions, things)]:
        empty(function, text)


def refuse_copies(things: Sequence[Thing], text: str) -> None:
    """Let no function be made of remembered code from now on, nor a library be loaded past the search for things."""

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _EVENTS:
            return
        code = arguments[-1]
        if isinstance(code, types.CodeType) and any(_may_not_run(one, event, things) for one in _with_inner(code)):
            raise ForbiddenError(text)

    sys.addaudithook(watch)


def importing(load: Callable[[types.ModuleType], None], module: types.ModuleType) -> None:
    """Load a module that is searched afterwards."""
    global _imports
    _imports += 1
    try:
        load(module)
    finally:
        _imports -= 1


# a function is made of code, its code is changed, code runs
_EVENTS = frozenset({"function.__new__", "object.__setattr__", "exec"})


def _may_not_run(code: types.CodeType, event: str, things: Sequence[Thing]) -> bool:
    if event != "exec":
        return _is_copy(code)
    if _imports:
        return False
    return _is_a_librarys(code, things) or _is_copy(code)


def _is_a_librarys(code: types.CodeType, things: Sequence[Thing]) -> bool:
    return code.co_filename.startswith(FOLDERS) and any(_computes(code, thing) for thing in things)


def _computes(code: types.CodeType, thing: Thing) -> bool:
    return _is_done_by(thing, code.co_qualname, code.co_filename)


@cache
def _is_done_by(thing: Thing, function: str, file: str) -> bool:
    return thing.is_done_by(function, file)


def _is_copy(code: types.CodeType) -> bool:
    """Whether it does what a remembered function did; a cell's code may, if it is not laid out the same way."""
    places = _known.get(code.co_code)
    return places is not None and (code.co_linetable in places or not code.co_filename.startswith(_CELL))


def _with_inner(code: types.CodeType) -> Iterator[types.CodeType]:
    waiting = [code]
    while waiting:
        found = waiting.pop()
        waiting += [held for held in found.co_consts if isinstance(held, types.CodeType)]
        yield found
