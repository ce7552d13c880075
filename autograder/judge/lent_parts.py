"""Right parts as stand-ins ask for them: making a module, calling a part, and gradients through a call."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor, nn

from autograder.jail.wire.lending import Tree, plain_attributes, put_together, take_apart

Piece = Callable[..., Any]
"""A function, or a class of modules."""

_MOST_MODULES = 1000
_FORWARD = "forward"


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


class LentParts:
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
        # of one number each: for given gradients of larger outputs, torch would import much that is not needed
        weighted = [
            (output * gradient.conj()).sum().real
            for output, gradient in zip(outputs, gradients, strict=True)
            if output.requires_grad
        ]
        asked = [tensor for tensor in inputs if tensor.requires_grad]
        found = iter(torch.autograd.grad(weighted, asked, allow_unused=True))
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
            state = dict(zip(names, inputs[: len(names)], strict=True))
            versions = {name: (tensor, tensor._version) for name, tensor in state.items()}
            for name, part in module.named_modules():
                part.training = bool(modes[name])
            args, kwargs = put_together(tree, inputs[len(names) :])
            with _holding(module, state):
                result = getattr(module, method)(*args, **kwargs)
            changed = {
                name: tensor.detach()
                for name, tensor in state.items()
                if tensor is not versions[name][0] or tensor._version != versions[name][1]
            }
            return result, changed


@contextlib.contextmanager
def _holding(module: nn.Module, state: dict[str, Tensor]) -> Iterator[None]:
    """Put tensors in the place of all parameters and buffers; afterwards the state is what the call made of them.

    torch.func.functional_call does the same for forward only, and takes a second to import.
    """
    places: dict[str, tuple[dict[str, Any], str, Any]] = {}
    for path, part in module.named_modules(remove_duplicate=False):
        for table in (part._parameters, part._buffers):
            for name, value in table.items():
                if value is not None:
                    places[f"{path}.{name}" if path else name] = (table, name, value)
    if places.keys() != state.keys():
        raise ValueError("this is not the state of the part")
    try:
        for full, (table, name, _) in places.items():
            table[name] = state[full]
        yield
        state.update({full: table[name] for full, (table, name, _) in places.items()})
    finally:
        for table, name, value in places.values():
            table[name] = value


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
