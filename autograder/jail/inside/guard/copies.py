"""Code that was taken out of a library's function before the function was made to raise, and functions made of it."""

import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import torch

from autograder.jail.inside.guard.refusal import ForbiddenError, empty
from autograder.jail.things import Thing

_PLACES = (*(path for path in sys.path if path.endswith("-packages")), os.path.dirname(os.path.dirname(torch.__file__)))
FOLDERS = tuple({f"{form(path)}{os.sep}": None for path in _PLACES for form in (os.path.abspath, os.path.realpath)})
"""Where libraries are, also by the links that lead there: code has the name by which it was found."""
_CELL = "<ipython-input-"
# shorter functions only call others, and somebody may write the same by chance
_LEAST_BYTES = 100
SUSPENDED: dict[type, str] = {
    types.GeneratorType: "gi_code",
    types.CoroutineType: "cr_code",
    types.AsyncGeneratorType: "ag_code",
}
"""What has begun and may go on, and where each kind keeps its code."""
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
    return [function for function in functions if _holds(function.__code__, lambda one: _is_a_librarys(one, things))]


def empty_copies(functions: Sequence[types.FunctionType], things: Sequence[Thing], text: str) -> None:
    """Make those functions raise that have remembered code, or that a library made inside a function of such a name.

    Those too that would make such a function when they are called: no event tells of it.
    """
    made_inside = which_compute(functions, things)
    for function in made_inside:
        remember_codes(code for thing in things for code in codes_of(function, thing))
    copies = [function for function in functions if _holds(function.__code__, _is_copy)]
    for function in [*copies, *made_inside]:
        empty(function, text)


def refuse_suspended(objects: Iterable[object], things: Sequence[Thing], text: str) -> None:
    """Refuse to go on if a generator or coroutine that has begun would make such a function when it goes on."""
    for one in objects:
        code = getattr(one, SUSPENDED[type(one)])
        if _holds(code, lambda inner: _is_a_librarys(inner, things) or _is_copy(inner)):
            raise ForbiddenError(text)


def refuse_copies(things: Sequence[Thing], text: str) -> None:
    """Let no function be made of remembered code from now on, nor a library be loaded past the search for things."""

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _EVENTS:
            return
        code = arguments[-1]
        if isinstance(code, types.CodeType) and _holds(code, lambda one: _may_not_run(one, event, things)):
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
    if _imports and code.co_filename.startswith(FOLDERS):
        # searched when it is loaded; what was there before has been searched, and is not loaded a second time
        return code.co_linetable in _known.get(code.co_code, ())
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


def _holds(code: types.CodeType, wanted: Callable[[types.CodeType], bool]) -> bool:
    """Whether this is true of the code itself or of any code among its constants."""
    return any(map(wanted, _with_inner(code)))


def _with_inner(code: types.CodeType) -> Iterator[types.CodeType]:
    waiting = [code]
    while waiting:
        found = waiting.pop()
        waiting += [held for held in found.co_consts if isinstance(held, types.CodeType)]
        yield found
