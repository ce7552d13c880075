"""Functions and classes of libraries that raise: those that compute something forbidden without its operator."""

import contextlib
import functools
import gc
import sys
import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from autograder.jail.inside.guard.copies import (
    FOLDERS,
    SUSPENDED,
    Code,
    codes_of,
    empty_copies,
    importing,
    refuse_copies,
    refuse_suspended,
    remember_codes,
    which_compute,
)
from autograder.jail.inside.guard.refusal import empty, refuse_class
from autograder.jail.things import KNOWN, Thing, fold

_learned: list[types.ModuleType] = []
"""Modules of libraries that were searched before the first cell ran."""
_seen: set[str] = set()
"""The names of all modules of that time."""
_Entry = tuple[str, types.FunctionType | type]
_entries: dict[Thing, list[_Entry]] = {}
"""What was found in them."""
_codes: dict[Thing, set[Code]] = {}
"""What these do."""
_made: list[types.FunctionType] = []
"""Functions that the notebook made or imported."""
_begun: list[object] = []
"""What else it made that holds code: generators and coroutines that have begun."""
_imported: list[types.ModuleType] | None = None
"""Modules of libraries that the notebook imported; None until they were searched for."""
# a notebook may put others in the place of those of the module
_all_objects, _freeze, _unfreeze = gc.get_objects, gc.freeze, gc.unfreeze
_witness: list[object] = []
"""What the next search finds, unless somebody has hidden things from it."""


def learn_functions() -> None:
    """Search all libraries that were loaded since the last time for what a question may forbid.

    This takes too long for each question.
    """
    new = _not_learned()
    _seen.update(sys.modules)
    _learned.extend(new)
    for thing in KNOWN:
        tables = () if thing in _entries else _decompositions(thing)
        _entries[thing] = _unwrapped([*_entries.get(thing, ()), *_named(new, thing), *tables], thing)
        _codes[thing] = {code for _, value in _entries[thing] for code in codes_of(value, thing)}


def set_aside() -> None:
    """Leave all that is there now out of the next search for what is new."""
    global _witness
    _freeze()
    _witness = []


def remember_what_is_new() -> None:
    """Remember which functions the notebook has made and what it has imported, and leave them out of the next search.

    Once for all questions: to look at the names of all modules, a snapshot would have to copy the memory they are in.
    """
    global _imported
    found = _new_objects()
    _keep_what_holds_code(found)
    # what is found out now, no question has to find out again
    which_compute(_made, KNOWN)
    _imported = _of_libraries(found)
    set_aside()


def _remember_what_came_since() -> None:
    """The same for what the notebook had made or imported when it was forked for a question."""
    found = _new_objects()
    _keep_what_holds_code(found)
    if _imported is not None:
        _imported.extend(_of_libraries(found))


def _keep_what_holds_code(found: Iterable[object]) -> None:
    for one in found:
        if type(one) is types.FunctionType:
            _made.append(one)
        elif type(one) in SUSPENDED:
            _begun.append(one)


def _new_objects() -> list[Any]:
    found = _all_objects()
    if not any(one is _witness for one in found):
        # the notebook has hidden what it made, and not that alone
        _unfreeze()
        found = _all_objects()
    return found


def forbid_functions(things: Sequence[Thing], why: str) -> None:
    """Make all functions and classes raise that compute one of these things, and those that are imported later."""
    _remember_what_came_since()
    new = _not_learned() if _imported is None else _imported
    for thing in things:
        found = [*_named(new, thing), *_elsewhere(thing)]
        if thing not in _entries:
            found += _named(_learned, thing)
        if thing not in _entries or any(_name_of(module).startswith("torch.") for module in new):
            found += _decompositions(thing)
        entries = _unwrapped(found, thing)
        remember_codes(_codes.get(thing, ()))
        remember_codes(code for _, value in entries for code in codes_of(value, thing))
        for name, value in [*_entries.get(thing, ()), *entries]:
            _refuse(name, value, why)
    sys.meta_path.insert(0, _Watch(things, why))


def forbid_copies(things: Sequence[Thing], why: str) -> None:
    """Make functions of the notebook raise that have the code of something that raises, and let none be made later."""
    text = _sentence("A copy of a library's function", why)
    empty_copies(_made, things, text)
    refuse_copies(things, text)
    refuse_suspended(_begun, things, text)


def _not_learned() -> list[types.ModuleType]:
    return _of_libraries([module for name, module in list(sys.modules.items()) if name not in _seen])


def _of_libraries(objects: Iterable[Any]) -> list[types.ModuleType]:
    """Those that are modules of a library; a module that the notebook wrote may use any name."""
    return [
        module
        for module in objects
        if issubclass(type(module), types.ModuleType)
        and isinstance(path := vars(module).get("__file__"), str)
        and path.startswith(FOLDERS)
    ]


def _named(modules: Iterable[types.ModuleType], thing: Thing) -> Iterator[tuple[str, Any]]:
    words = [fold(word) for word in thing.words]
    for module in modules:
        names = [name for name in vars(module) if type(name) is str]
        # one search in all names of a module is far quicker than one in each
        folded = fold("\n".join(names))
        if any(word in folded for word in words):
            for name in names:
                value = vars(module)[name]
                if thing.is_named_in(name) and callable(value):
                    yield f"{module.__name__}.{name}", value


def _decompositions(thing: Thing) -> Iterator[tuple[str, Any]]:
    """What torch's tables hold for an operator: the same computation, written in Python with other operators."""
    decomp = sys.modules.get("torch._decomp")
    for table in getattr(decomp, "global_decomposition_table", {}).values():
        for operator, function in list(table.items()):
            name = operator.name() if hasattr(operator, "name") else ""
            if thing.is_computed_by(name):
                yield f"torch's decomposition of {name.partition('::')[2]}", function
                for kernel in getattr(operator, "py_kernels", {}).values():
                    yield f"torch's {name.partition('::')[2]} in Python", kernel


def _elsewhere(thing: Thing) -> Iterator[tuple[str, Any]]:
    """What computes it under another name, as far as its module is loaded."""
    for name in thing.elsewhere:
        path, _, last = name.rpartition(".")
        value = getattr(sys.modules.get(path), last, None)
        if value is not None:
            yield name, value


def _unwrapped(found: Iterable[tuple[str, Any]], thing: Thing) -> list[_Entry]:
    """The functions and classes behind names, each once; libraries have most of them under many names."""
    entries: dict[int, _Entry] = {}
    for name, value in found:
        for one in (value,) if isinstance(value, type) else _functions_behind(value, thing):
            # the shortest name is the one that people know
            if id(one) not in entries or len(name) < len(entries[id(one)][0]):
                entries[id(one)] = (name, one)
    return list(entries.values())


def _refuse(name: str, value: types.FunctionType | type, why: str) -> None:
    if isinstance(value, type):
        refuse_class(value, _sentence(name, why))
    else:
        empty(value, _sentence(name, why))


def _functions_behind(value: Any, thing: Thing) -> Iterator[types.FunctionType]:
    """A function and those that it wraps, by any of the ways to wrap one."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if id(found) in seen:
            continue
        seen.add(id(found))
        inner = [_attribute(found, "__wrapped__")]
        if isinstance(found, functools.partial):
            inner.append(found.func)
        if isinstance(found, types.FunctionType):
            inner += [cell.cell_contents for cell in found.__closure__ or () if _is_filled(cell)]
        waiting += [one for one in inner if isinstance(one, functools.partial) or thing.is_named_in(_name_of(one))]
        if isinstance(found, types.FunctionType):
            yield found


def _sentence(name: str, why: str) -> str:
    return f"{name} may not be used here. {why}"


def _name_of(value: Any) -> str:
    name = _attribute(value, "__name__")
    return name if isinstance(name, str) else ""


def _attribute(value: Any, name: str) -> Any:
    # what stands in for something that is not installed may raise whatever it likes
    with contextlib.suppress(Exception):
        return getattr(value, name, None)
    return None


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


class _Watch:
    """Searches every module that is imported from now on."""

    def __init__(self, things: Sequence[Thing], why: str) -> None:
        self.things = things
        self.why = why

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """What the other finders find, with a loader that searches what it has loaded."""
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                self._follow(spec.loader)
                return spec
        return None

    def _follow(self, loader: Any) -> None:
        load = getattr(loader, "exec_module", None)
        if load is None or isinstance(loader, type):
            return

        def exec_module(module: types.ModuleType) -> None:
            importing(load, module)
            self._search(module)

        with contextlib.suppress(AttributeError):
            loader.exec_module = exec_module

    def _search(self, module: types.ModuleType) -> None:
        if not str(getattr(module, "__file__", None)).startswith(FOLDERS):
            return
        for thing in self.things:
            for name, value in _unwrapped([*_named([module], thing), *_elsewhere(thing)], thing):
                remember_codes(codes_of(value, thing))
                _refuse(name, value, self.why)
