"""The error of an answer that uses what its question forbids, and code that raises it."""

import contextlib
import ctypes
import types
from collections.abc import Callable
from typing import Any, NoReturn

_CALLED = ("__init__", "__call__", "forward")


class ForbiddenError(RuntimeError):
    """A question asks to write this, and the answer calls it."""


def refuser(text: str) -> Callable[..., NoReturn]:
    """A function that takes anything and raises."""

    def refuse(*args: object, **kwargs: object) -> NoReturn:
        raise ForbiddenError(text)

    return refuse


def empty(function: types.FunctionType, text: str) -> None:
    """Replace what a function does, in place: a reference that was saved before must raise too."""
    constants = tuple(text if value == _PLACE else value for value in _REFUSAL.co_consts)
    # code must have as many free variables as the function it is put into
    function.__code__ = _REFUSAL.replace(co_consts=constants, co_freevars=function.__code__.co_freevars)


def refuse_class(kind: type, text: str) -> None:
    """Make a class raise; it stays the same object, so isinstance and references taken earlier still work."""
    for name, value in list(vars(kind).items()):
        function = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        if isinstance(function, types.FunctionType) and (not name.startswith("__") or name in _CALLED):
            empty(function, text)
    for name in _CALLED:
        if hasattr(kind, name) and name not in vars(kind):
            # some classes made in C take no new attributes
            with contextlib.suppress(TypeError, AttributeError):
                setattr(kind, name, refuser(text))


def empty_builtin(function: object, text: str) -> None:
    """Do the same to a function or method that is written in C; what is no such function stays as it is."""
    function = getattr(function, "__func__", function)
    if type(function) is not types.BuiltinFunctionType:
        return
    inside = _Builtin.from_address(id(function))
    if inside.kind != id(type(function)):
        return  # a Python that lays its objects out in another way, as one without the global lock does
    refuse = refuser(text)
    definition = _Definition(b"refuse", ctypes.cast(ctypes.pythonapi.PyObject_Call, ctypes.c_void_p), _ANY_ARGUMENTS)
    for kept in (refuse, definition):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
    # calling it now calls PyObject_Call(refuse, args, kwargs)
    inside.vectorcall = None
    inside.definition = ctypes.addressof(definition)
    inside.owner = id(refuse)


_ANY_ARGUMENTS = 0x1 | 0x2
"""METH_VARARGS and METH_KEYWORDS of CPython."""


class _Definition(ctypes.Structure):
    """PyMethodDef of CPython."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("code", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    )


class _Builtin(ctypes.Structure):
    """PyCFunctionObject of CPython."""

    _fields_ = (
        ("references", ctypes.c_ssize_t),
        ("kind", ctypes.c_void_p),
        ("definition", ctypes.c_void_p),
        ("owner", ctypes.c_void_p),
        ("module", ctypes.c_void_p),
        ("weak", ctypes.c_void_p),
        ("vectorcall", ctypes.c_void_p),
    )


_PLACE = "the sentence"


def _refusal() -> types.CodeType:
    scope: dict[str, Any] = {}
    # it runs with the globals of the function it is put into, and may count on none of them
    lines = (
        "def refuse(*args, **kwargs):",
        f" from {__name__} import ForbiddenError",
        f" raise ForbiddenError({_PLACE!r})",
    )
    exec("\n".join(lines), scope)
    code: types.CodeType = scope["refuse"].__code__
    return code


_REFUSAL = _refusal()
