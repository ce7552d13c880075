"""Answers the judge's requests inside a snapshot: one reply to each request, and none that wins a point by itself."""

import contextlib
import os
import types
from collections.abc import Callable
from typing import Any

import torch

from autograder.jail.inside import environment, figures, guard
from autograder.jail.inside.stand_in import reach_judge, stand_in
from autograder.jail.wire import Channel, Closed, Remote, WireError

_MESSAGE_LENGTH = 500
_MOST_KINDS = 12
_MAX_ITEMS = 10_000
# how many frames of a traceback are reported: some of the outermost, the rest of the innermost ones
_MAX_FRAMES = 6
_OUTERMOST_FRAMES = 2
_CELL = "<ipython-input-"


class MissingName(Exception):
    """The notebook does not define what is asked for."""


class Answers:
    """The objects of one snapshot that the judge holds by number, and what can be done with them."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace = namespace
        self.objects: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}

    def keep(self, value: object) -> Remote:
        """Give an object a number; the same object keeps its number."""
        number = self.numbers.setdefault(id(value), len(self.objects))
        self.objects[number] = value
        kind = type(value)
        name = value.__name__ if isinstance(value, type) else kind.__name__
        return Remote(number, str(name), callable(value))

    def find(self, remote: Remote) -> object:
        """The object behind a number."""
        return self.objects[remote.number]

    def serve(self, channel: Channel) -> None:
        """Answer until the judge hangs up."""
        process = os.getpid()
        reach_judge(channel)
        while True:
            try:
                request = channel.receive()
            except Closed:
                return
            except WireError as error:
                channel.send(_unsendable(error))
                continue
            try:
                reply = ("value", self.answer(request))
            except BaseException as error:
                reply = _raised(error)
            if os.getpid() != process:
                # a child that the student's code forked: only its parent answers
                os._exit(0)
            try:
                channel.send(reply)
            except Closed:
                return
            except BaseException as error:
                channel.send(_unsendable(error))

    def answer(self, request: Any) -> Any:
        """Do what one request asks."""
        name, *arguments = request
        return _filled_in(self._REQUESTS[name](self, *arguments))

    def _get(self, name: str) -> Any:
        try:
            return self.namespace[name]
        except KeyError:
            raise MissingName(name) from None

    def _set(self, name: str, value: Any) -> None:
        self.namespace[name] = value

    def _call(self, target: Any, args: list[Any], kwargs: dict[str, Any], with_arguments: bool) -> Any:
        result = _filled_in(target(*args, **kwargs))
        return (result, args, kwargs) if with_arguments else result

    def _iterate(self, owner: Any) -> list[Any]:
        items = []
        for item in owner:
            items.append(item)
            if len(items) > _MAX_ITEMS:
                raise ValueError(f"more than {_MAX_ITEMS} items")
        return items

    def _named(self, owner: Any, method: str) -> dict[str, Any]:
        return dict(getattr(owner, method)())

    def _gradients(
        self, target: Any, args: list[Any], kwargs: dict[str, Any], weights: Any, pick: Any, owner: Any
    ) -> Any:
        """Gradients of the weighted sum of a call's output; None where it does not depend on the input."""
        positions = [
            (position, value) for position, value in [*enumerate(args), *kwargs.items()] if _differentiable(value)
        ]
        module = owner if owner is not None else target
        module = module.__self__ if isinstance(module, types.MethodType) else module
        parameters = dict(module.named_parameters()) if isinstance(module, torch.nn.Module) else {}
        names = [name for name, value in parameters.items() if value.requires_grad]
        with torch.enable_grad():
            output = target(*args, **kwargs)
            chosen = output if pick is None else output[pick]
            if not isinstance(chosen, torch.Tensor):
                raise TypeError(f"a tensor was expected, to take gradients of; the answer is {type(chosen).__name__}")
            inputs = [value for _, value in positions] + [parameters[name] for name in names]
            found: list[Any] = [None] * len(inputs)
            if chosen.requires_grad and inputs:
                weighted = chosen.sum() if weights is None else (chosen * weights.to(chosen.dtype)).sum()
                found = list(torch.autograd.grad(weighted, inputs, allow_unused=True))
        by_position = {position: gradient for (position, _), gradient in zip(positions, found, strict=False)}
        return {
            "output": chosen,
            "args": [by_position.get(position) for position in range(len(args))],
            "kwargs": {name: by_position.get(name) for name in kwargs},
            "parameters": dict(zip(names, found[len(positions) :], strict=True)),
        }

    def _plant(self, source: str, name: str, uses: dict[str, Any]) -> Any:
        scope = {"__name__": "planted", "torch": torch, **uses}
        exec(compile(source, "<planted>", "exec"), scope)
        return scope[name]

    _REQUESTS: dict[str, Callable[..., Any]] = {  # noqa: RUF012
        "begin": lambda self, seed: environment.seed(seed),
        "get": _get,
        "set": _set,
        "has": lambda self, name: name in self.namespace,
        "attribute": lambda self, owner, name: getattr(owner, name),
        "set_attribute": lambda self, owner, name, value: setattr(owner, name, value),
        "item": lambda self, owner, key: owner[key],
        "set_item": lambda self, owner, key, value: owner.__setitem__(key, value),
        "call": _call,
        "length": lambda self, owner: len(owner),
        "iterate": _iterate,
        "named": _named,
        "gradients": _gradients,
        "figure": lambda self, figure: figures.describe(figure),
        "plant": _plant,
        "lend": lambda self, number, name, methods: stand_in(number, name, methods),
        "forbid": lambda self, names, words, why: guard.forbid(names, words, why),
    }


def _filled_in(value: Any) -> Any:
    """A value, unless it is the `...` that stands in unfilled cells."""
    if value is ...:
        raise NotImplementedError
    return value


def _differentiable(value: object) -> bool:
    return isinstance(value, torch.Tensor) and value.requires_grad


def _unsendable(error: BaseException) -> tuple[Any, ...]:
    reason = str(error) if isinstance(error, WireError) else type(error).__name__
    return ("unsendable", reason[:_MESSAGE_LENGTH])


def _raised(error: BaseException) -> tuple[Any, ...]:
    names, message, frames = [""], "", list[tuple[int, int]]()
    with contextlib.suppress(BaseException):
        names = [str(kind.__name__) for kind in type(error).__mro__[:_MOST_KINDS]]
        message = str(error)[:_MESSAGE_LENGTH]
    with contextlib.suppress(BaseException):
        frames = _student_frames(error)
    return ("raised", names, message, _kind(error, message), frames)


def _kind(error: BaseException, message: str) -> str:
    if isinstance(error, MissingName):
        return "missing"
    if isinstance(error, guard.ForbiddenError):
        return "forbidden"
    if isinstance(error, NotImplementedError):
        return "unfilled"
    if isinstance(error, MemoryError) or "allocate memory" in message or "not enough memory" in message:
        return "memory"
    return "error"


def _student_frames(error: BaseException) -> list[tuple[int, int]]:
    """Where in the student's own cells the exception passed through, outermost first: cell and line by number."""
    frames = []
    step = error.__traceback__
    while step is not None:
        name = step.tb_frame.f_code.co_filename
        cell = name.removeprefix(_CELL).partition("-")[0]
        if name.startswith(_CELL) and cell.isdecimal():
            frames.append((int(cell), step.tb_lineno))
        step = step.tb_next
    return frames[:_OUTERMOST_FRAMES] + frames[_OUTERMOST_FRAMES:][-(_MAX_FRAMES - _OUTERMOST_FRAMES) :]
