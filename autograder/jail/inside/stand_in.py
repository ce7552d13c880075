"""Stand-ins for right parts: a function or module that computes nothing here and answers by asking the judge.

Nothing in this file knows an answer, so student code may read all of it. Gradients flow through a stand-in; what torch
transforms as a whole (vmap, torch.func, torch.compile) does not see through it.
"""

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from autograder.jail.wire import Channel
from autograder.jail.wire.lending import REFUSALS, Tree, put_together, take_apart

_REFUSED = "the right version of this part refuses what it was given"


class Judge:
    """The judge, as a stand-in reaches it: questions go out while the judge waits for an answer."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.process = os.getpid()
        self.lock = threading.Lock()

    def ask(self, number: int, *request: Any) -> Any:
        """Ask something about a lent part; an exception of the right part is raised here."""
        if os.getpid() != self.process:
            raise RuntimeError("a part that the grader lends can be used only in the notebook's own process")
        with self.lock:
            # two frames: the judge reads the first one, and passes the second one on
            self.channel.send(("asks", number))
            self.channel.send(request)
            reply = self.channel.receive()
        match reply:
            case ("gives", answer):
                return answer
            case ("refuses", str(name)):
                raise REFUSALS.get(name, RuntimeError)(_REFUSED)
        raise RuntimeError("the judge did not answer")


# one per snapshot, and not an attribute of stand-ins: a socket could not be copied with them
_judge: list[Judge] = []


def reach_judge(channel: Channel) -> None:
    """Let stand-ins of this process ask on a channel."""
    _judge[:] = [Judge(channel)]


def stand_in(number: int, name: str, methods: list[str] | None) -> Any:
    """A stand-in for the part of a number: a function, or a module class with these methods."""
    if methods is None:
        return _function(number, name)
    members: dict[str, Any] = {method: _method(method) for method in methods}
    return type(name, (LentModule,), {**members, "_number": number})


def _function(number: int, name: str) -> Callable[..., Any]:
    def lent(*args: Any, **kwargs: Any) -> Any:
        return _Question(number, (), args, kwargs).answer([])

    lent.__name__ = lent.__qualname__ = name
    return lent


def _method(name: str) -> Callable[..., Any]:
    def lent(self: "LentModule", *args: Any, **kwargs: Any) -> Any:
        return self._ask(name, args, kwargs)

    lent.__name__ = lent.__qualname__ = name
    return lent


class LentPart(nn.Module):
    """A part of a lent module: it holds parameters, only the whole module can be called."""

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: what a part alone would compute is not lent."""
        raise RuntimeError("only the whole of a module that the grader lends can be called")


class LentModule(nn.Module):
    """A module with the parameters, buffers and plain attributes of the right one, which the judge computes with."""

    _number: ClassVar[int]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        tensors: list[Tensor] = []
        tree = take_apart((list(args), kwargs), tensors)
        made = _judge[0].ask(self._number, "make", tree, tensors, torch.get_rng_state())
        self._instance, parts, held, random_state = made
        torch.set_rng_state(random_state)
        parameters: dict[int, nn.Parameter] = {}
        for path, of_parameters, of_buffers, names, attributes in parts:
            part = self if not path else LentPart()
            for name, place, learns in of_parameters:
                # parameters that are one and the same stay so
                if place is not None:
                    parameters.setdefault(place, nn.Parameter(held[place], requires_grad=learns))
                part.register_parameter(name, None if place is None else parameters[place])
            for name, place, persistent in of_buffers:
                part.register_buffer(name, None if place is None else held[place], persistent=persistent)
            for name, attribute in zip(names, attributes, strict=True):
                setattr(part, name, put_together(attribute, held))
            if path:
                owner, _, last = path.rpartition(".")
                self.get_submodule(owner).add_module(last, part)

    def _ask(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        parameters = dict(self.named_parameters(remove_duplicate=False))
        buffers = dict(self.named_buffers(remove_duplicate=False))
        modes = {name: module.training for name, module in self.named_modules()}
        question = _Question(self._number, (self._instance, method, [*parameters, *buffers], modes), args, kwargs)
        # the call may change buffers, and going back through it needs them as they were
        answer = question.answer([*parameters.values(), *(buffer.clone() for buffer in buffers.values())])
        with torch.no_grad():
            for name, value in question.changed.items():
                buffers[name].copy_(value)
        return answer


class _Question:
    """One call of a lent part: what is asked, and what came back."""

    def __init__(self, number: int, about: tuple[Any, ...], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.number, self.about = number, about
        self.arguments = (list(args), kwargs)
        self.tree: Tree = []
        self.random_state = torch.get_rng_state()
        self.answer_tree: Tree = []
        self.learning: list[bool] = []
        self.changed: dict[str, Tensor] = {}

    def answer(self, tensors: list[Tensor]) -> Any:
        """Ask, given the tensors of a module's state, to which those of the arguments are added."""
        of_arguments: list[Tensor] = []
        self.tree = take_apart(self.arguments, of_arguments)
        tensors = [*tensors, *of_arguments]
        if torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors):
            outputs = list(_Asked.apply(self, *tensors))
        else:
            outputs = self.values(tensors, [False] * len(tensors))
        return put_together(self.answer_tree, outputs)

    def values(self, tensors: Sequence[Tensor], wanted: list[bool]) -> list[Tensor]:
        """The tensors of the answer."""
        request = (self.about, self.tree, list(tensors), wanted, self.random_state)
        self.answer_tree, outputs, self.learning, changed, random_state = _judge[0].ask(self.number, "call", *request)
        self.changed = changed
        torch.set_rng_state(random_state)
        return [output.requires_grad_(False) for output in outputs]

    def gradients(
        self, tensors: Sequence[Tensor], wanted: list[bool], gradients: Sequence[Tensor]
    ) -> list[Tensor | None]:
        """What reaches each tensor that went into the call, from what reached the answer."""
        request = (self.about, self.tree, list(tensors), wanted, self.random_state, list(gradients))
        found: list[Tensor | None] = _judge[0].ask(self.number, "gradients", *request)
        return found


class _Asked(torch.autograd.Function):
    """A call of a lent part as a step of the graph; the judge computes both directions."""

    @staticmethod
    def forward(ctx: Any, question: _Question, *tensors: Tensor) -> tuple[Tensor, ...]:
        ctx.question = question
        ctx.save_for_backward(*tensors)
        outputs = question.values(tensors, [tensor.requires_grad for tensor in tensors])
        fixed = [output for output, learns in zip(outputs, question.learning, strict=True) if not learns]
        ctx.mark_non_differentiable(*fixed)
        return tuple(outputs)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        wanted = list(ctx.needs_input_grad[1:])
        return (None, *ctx.question.gradients(ctx.saved_tensors, wanted, gradients))
