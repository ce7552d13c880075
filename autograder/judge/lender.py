"""Computes with right parts for the stand-ins in a jail, in a process of its own: what is asked for is hostile.

The process is a fork of the judge's, bounded in memory; the judge ends it when a check's time is up.
"""

import contextlib
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self

import torch
from torch import Tensor, nn

from autograder.jail.walls import enter, kernel
from autograder.jail.wire import Channel, Closed, Garbled, WireError
from autograder.jail.wire.lending import REFUSALS, Tree, plain_attributes, put_together, take_apart

Piece = Callable[..., Any]
"""A function, or a class of modules."""

_MIB = 1 << 20
_MEMORY = 1024 * _MIB
_MOST_MODULES = 1000
_FORWARD = "forward"
_PART = "part."


def name_of(piece: Piece) -> tuple[str, str]:
    """Where a part stands; it is looked up there in the process that computes."""
    module, name = piece.__module__, piece.__qualname__
    if getattr(sys.modules.get(module), name, None) is not piece:
        raise TypeError(f"only a function or class at the top level of a file can be lent, not {name}")
    return module, name


def methods_of(piece: Piece) -> list[str] | None:
    """The methods of a module class that can be asked for; None for a function."""
    if not isinstance(piece, type):
        return None
    if not issubclass(piece, nn.Module):
        raise TypeError(f"a class that is lent must be a module, {piece.__name__} is none")
    own = [base for base in piece.__mro__ if base not in nn.Module.__mro__]
    found = {name for base in own for name, value in vars(base).items() if callable(value) and name[0] != "_"}
    return sorted(found | {_FORWARD})


class Lender:
    """The parts that are lent to a snapshot, and the process that computes with them once one is asked for.

    One for all questions of a submission, as starting it takes time; nothing stays from one snapshot to the next.
    """

    def __init__(self, largest: int) -> None:
        self.largest = largest
        self._names: list[tuple[str, str]] = []
        self._snapshot = 0
        self._process = 0
        self._channel: Channel | None = None

    def lend(self, piece: Piece) -> int:
        """The number by which a part can be asked for."""
        name = name_of(piece)
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name)

    def has(self, number: object) -> bool:
        """Whether a part of this number is lent."""
        return type(number) is int and 0 <= number < len(self._names)

    def forget(self) -> None:
        """Begin with another snapshot, to which nothing is lent yet."""
        self._names.clear()
        self._snapshot += 1

    def answer(self, number: int, jail: Channel, deadline: float) -> None:
        """Pass a stand-in's question about a part on to the process, and the reply back to the jail."""
        if self._channel is None:
            self._start()
        assert self._channel is not None
        self._channel.send((self._snapshot, *self._names[number]), deadline)
        jail.pass_on(self._channel, deadline)
        try:
            self._channel.pass_on(jail, deadline)
        except (Closed, Garbled):
            # nothing that a part raises ends its process: it was asked for more than the machine has
            self.close()
            jail.send(("refuses", "MemoryError"), deadline)

    def close(self) -> None:
        """End the process."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self._process = kernel.fork()
        if not self._process:
            try:
                # the collector must not touch, and so copy, what the two processes share
                gc.freeze()
                _close_all_but(theirs.fileno())
                _serve(Channel(theirs, self.largest))
            finally:
                os._exit(0)
        theirs.close()
        self._channel = Channel(ours, self.largest)


def _close_all_but(descriptor: int) -> None:
    """Hold no socket of a jail, which would not end while somebody holds it."""
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _serve(channel: Channel) -> None:
    kernel.die_with_parent(signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bound = enter.address_space() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    desk, current = _Desk(), 0
    with contextlib.suppress(Closed):
        while True:
            snapshot, module, name = channel.receive()
            if snapshot != current:
                # one snapshot must not find what another one has made
                desk, current = _Desk(), snapshot
            piece = getattr(sys.modules[module], name)
            try:
                what, *arguments = channel.receive()
                reply: tuple[str, Any] = ("gives", desk.answer(piece, what, arguments))
            except Closed:
                raise
            except BaseException as error:
                reply = ("refuses", _kind_of(error))
            try:
                channel.send(reply)
            except Closed:
                raise
            except WireError:
                channel.send(("refuses", "MemoryError"))


def _kind_of(error: BaseException) -> str:
    """The nearest kind of exception that may be raised in the jail; a text, or a name of ours, would say too much."""
    if "allocate memory" in str(error):
        return "MemoryError"
    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in REFUSALS), "RuntimeError")


class _Desk:
    """Answers questions about parts; whatever is wrong with a question raises."""

    def __init__(self) -> None:
        self.modules: list[nn.Module] = []

    def answer(self, piece: Piece, what: str, arguments: list[Any]) -> Any:
        """Make a module, call a part, or send gradients back through a call."""
        ways: dict[str, Callable[..., Any]] = {"make": self._make, "call": self._call, "gradients": self._gradients}
        return ways[what](piece, *arguments)

    def _make(self, piece: Piece, tree: Tree, tensors: list[Tensor], random_state: Tensor) -> Any:
        if len(self.modules) >= _MOST_MODULES:
            raise MemoryError
        torch.set_rng_state(random_state)
        args, kwargs = put_together(tree, tensors)
        module = piece(*args, **kwargs)
        self.modules.append(module)
        held: list[Tensor] = []
        return len(self.modules) - 1, list(_parts(module, held)), held, torch.get_rng_state()

    def _call(
        self,
        piece: Piece,
        about: tuple[Any, ...],
        tree: Tree,
        tensors: list[Tensor],
        wanted: list[bool],
        random_state: Tensor,
    ) -> Any:
        inputs = _leaves(tensors, wanted)
        result, changed = self._computed(piece, about, tree, inputs, random_state, any(wanted))
        outputs: list[Tensor] = []
        answer = take_apart(result, outputs)
        learning = [output.requires_grad for output in outputs]
        return answer, [output.detach() for output in outputs], learning, changed, torch.get_rng_state()

    def _gradients(
        self,
        piece: Piece,
        about: tuple[Any, ...],
        tree: Tree,
        tensors: list[Tensor],
        wanted: list[bool],
        random_state: Tensor,
        gradients: list[Tensor],
    ) -> list[Tensor | None]:
        inputs = _leaves(tensors, wanted)
        result, _ = self._computed(piece, about, tree, inputs, random_state, True)
        outputs: list[Tensor] = []
        take_apart(result, outputs)
        pairs = [pair for pair in zip(outputs, gradients, strict=True) if pair[0].requires_grad]
        asked = [tensor for tensor in inputs if tensor.requires_grad]
        found = iter(
            torch.autograd.grad(
                [output for output, _ in pairs], asked, [gradient for _, gradient in pairs], allow_unused=True
            )
        )
        return [next(found) if tensor.requires_grad else None for tensor in inputs]

    def _computed(
        self,
        piece: Piece,
        about: tuple[Any, ...],
        tree: Tree,
        inputs: list[Tensor],
        random_state: Tensor,
        learning: bool,
    ) -> tuple[Any, dict[str, Tensor]]:
        """What the part returns, and those buffers of a module that the call has changed."""
        torch.set_rng_state(random_state)
        with torch.set_grad_enabled(learning):
            if not about:
                args, kwargs = put_together(tree, inputs)
                return piece(*args, **kwargs), {}
            instance, method, names, modes = about
            module = self.modules[instance]
            if type(module) is not piece or method not in (methods_of(piece) or ()):
                raise ValueError("this is not a method of the part")
            state = {f"{_PART}{name}": tensor for name, tensor in zip(names, inputs[: len(names)], strict=True)}
            versions = {name: (tensor, tensor._version) for name, tensor in state.items()}
            for name, part in module.named_modules():
                part.training = bool(modes[name])
            args, kwargs = put_together(tree, inputs[len(names) :])
            result = torch.func.functional_call(
                _Calls(module), state, (method, args, kwargs), tie_weights=False, strict=True
            )
            changed = {
                name.removeprefix(_PART): tensor.detach()
                for name, tensor in state.items()
                if tensor is not versions[name][0] or tensor._version != versions[name][1]
            }
            return result, changed


class _Calls(nn.Module):
    """Calls any method of a module; torch's functional_call knows only forward."""

    def __init__(self, part: nn.Module) -> None:
        super().__init__()
        self.part = part

    def forward(self, method: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Call a method."""
        return getattr(self.part, method)(*args, **kwargs)


def _leaves(tensors: list[Tensor], wanted: list[bool]) -> list[Tensor]:
    return [
        tensor.requires_grad_() if asks else tensor.requires_grad_(False)
        for tensor, asks in zip(tensors, wanted, strict=True)
    ]


def _parts(module: nn.Module, held: list[Tensor]) -> Iterator[tuple[Any, ...]]:
    """Every module inside a module with its parameters, buffers and plain attributes; tensors are held once."""
    places: dict[int, int] = {}

    def place(tensor: Tensor | None) -> int | None:
        if tensor is None:
            return None
        if id(tensor) not in places:
            places[id(tensor)] = len(held)
            held.append(tensor.detach())
        return places[id(tensor)]

    for path, part in module.named_modules(remove_duplicate=False):
        parameters = [
            (name, place(value), value is not None and value.requires_grad) for name, value in part._parameters.items()
        ]
        buffers = [
            (name, place(value), name not in part._non_persistent_buffers_set) for name, value in part._buffers.items()
        ]
        yield (
            path,
            parameters,
            buffers,
            *plain_attributes({name: value for name, value in vars(part).items() if name != "training"}, held),
        )
