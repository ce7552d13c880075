"""The error of an answer that uses what its question forbids, and code that raises it."""

import types
from collections.abc import Callable
from typing import Any, NoReturn


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
