"""The student's notebook as a check sees it: names, calls and attributes that reach into the jail."""

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar, cast

import torch

from autograder.jail.wire import Remote
from autograder.judge.conversation import Conversation
from autograder.judge.failure import StudentError
from autograder.judge.figure import Figure, read_figure
from autograder.judge.order import PUBLIC
from autograder.judge.planting import Piece, Planted, source_of

# Python and Hypothesis look for such names on every object they meet
_FOREIGN = ("__", "hypothesis_internal", "execute_example", "setup_example", "teardown_example")
_LONGEST = 1 << 40
"""More than any memory holds: a length above it is made up."""


@dataclass(frozen=True)
class Call:
    """A call's result, and its arguments as they were afterwards."""

    result: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


@dataclass(frozen=True)
class Gradients:
    """Gradients of a weighted sum of a call's output; None where it does not depend on the input."""

    output: torch.Tensor
    args: tuple[torch.Tensor | None, ...]
    kwargs: dict[str, torch.Tensor | None]
    parameters: dict[str, torch.Tensor | None]


class Handle:
    """An object that stays in the jail; used as if it were here."""

    _is_handle = True

    def __init__(self, conversation: Conversation, remote: Remote, label: str) -> None:
        object.__setattr__(self, "_conversation", conversation)
        object.__setattr__(self, "_remote", remote)
        object.__setattr__(self, "_label", label)

    _conversation: Conversation
    _remote: Remote
    _label: str

    @property
    def _type_name(self) -> str:
        """The name of its type, for a sentence; a name that nobody knows is not repeated."""
        name = self._conversation.own_cells.name([self._remote.type_name])
        return f"type {name}" if name else "a type of its own"

    def __repr__(self) -> str:
        return f"<object of {self._type_name} in the jail>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        label = f"{self._label}(...)"
        self._conversation.last_call = (self._label, args, kwargs)
        return self._conversation.ask(label, "call", self, list(args), kwargs, False)

    def __getattr__(self, name: str) -> Any:
        if name.startswith(_FOREIGN):
            raise AttributeError(name)
        return self._conversation.ask(f"{self._label}.{name}", "attribute", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._conversation.ask(f"{self._label}.{name}", "set_attribute", self, name, value)

    def __getitem__(self, key: Any) -> Any:
        return self._conversation.ask(f"{self._label}[...]", "item", self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._conversation.ask(f"{self._label}[...]", "set_item", self, key, value)

    def __len__(self) -> int:
        length = self._conversation.ask(f"len({self._label})", "length", self)
        if not isinstance(length, int) or not 0 <= length < _LONGEST:
            raise StudentError("noise", f"`{self._label}` has no length.")
        return length

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        items = self._conversation.ask(f"{self._label}", "iterate", self)
        if not isinstance(items, list):
            raise StudentError("noise", f"`{self._label}` cannot be gone through.")
        return iter(items)

    def parameters(self) -> list[Any]:
        """A module's parameters as data."""
        return list(self.named_parameters().values())

    def named_parameters(self) -> dict[str, Any]:
        """A module's parameters as data, by name."""
        return self._named("named_parameters")

    def named_buffers(self) -> dict[str, Any]:
        """A module's buffers as data, by name."""
        return self._named("named_buffers")

    def named_children(self) -> dict[str, Any]:
        """A module's direct submodules as handles, by name."""
        return self._named("named_children")

    def _named(self, method: str) -> dict[str, Any]:
        found = self._conversation.ask(f"{self._label}.{method}()", "named", self, method)
        if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
            raise StudentError("noise", f"`{self._label}.{method}()` is not what a module gives.")
        return found

    def _is_no_data(self, *others: Any) -> NoReturn:
        raise StudentError("type", f"`{self._label}` is an object of {self._type_name} where data was expected.")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _is_no_data
    __matmul__ = __rmatmul__ = __neg__ = __float__ = __int__ = __lt__ = __le__ = __gt__ = __ge__ = _is_no_data


class Student:
    """What a notebook defined, by name."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def __getattr__(self, name: str) -> Any:
        if name.startswith(_FOREIGN):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> Any:
        return self._conversation.get(name)

    def __contains__(self, name: str) -> bool:
        return self._conversation.ask(name, "has", name) is True

    def call(self, target: Handle, *args: Any, **kwargs: Any) -> Call:
        """Call and also get the arguments back, as the call left them."""
        label = f"{target._label}(...)"
        self._conversation.last_call = (target._label, args, kwargs)
        answer = self._conversation.ask(label, "call", target, list(args), kwargs, True)
        match answer:
            case (result, list(after), dict(named)):
                if result is None:
                    self._conversation.gave_nothing = label
                return Call(result, tuple(after), named)
        raise StudentError("noise", f"`{label}` gave an answer that is not data.")

    def gradients(
        self,
        target: Handle,
        *args: Any,
        weights: torch.Tensor | None = None,
        pick: Any = None,
        module: Handle | None = None,
        **kwargs: Any,
    ) -> Gradients:
        """Gradients with respect to every tensor argument that asks for them and every parameter of the module."""
        label = f"{target._label}(...)"
        self._conversation.last_call = (target._label, args, kwargs)
        answer = self._conversation.ask(label, "gradients", target, list(args), kwargs, weights, pick, module)
        match answer:
            case {
                "output": torch.Tensor() as output,
                "args": list(of_args),
                "kwargs": dict(named),
                "parameters": dict(of_parameters),
            }:
                return Gradients(output, tuple(of_args), named, of_parameters)
        raise StudentError("noise", f"The gradients of `{label}` cannot be read.")

    def figure(self, handle: Any) -> Figure:
        """What a figure shows."""
        if not isinstance(handle, Handle) or handle._remote.type_name != "Figure":
            raise StudentError("type", "A matplotlib figure was expected.")
        figure = read_figure(self._conversation.ask(handle._label, "figure", handle))
        self._conversation.heard.hear(figure.essence)
        return figure

    @contextmanager
    def heard_as(self, form: Callable[[Any], Any]) -> Iterator[None]:
        """Have answers inside of this block recognised by what `form` makes of them, such as rows put in order.

        For questions that leave something open: the same mistake then looks the same whichever way that is chosen.
        """
        heard = self._conversation.heard
        heard.form, before = form, heard.form
        try:
            yield
        finally:
            heard.form = before

    def lend(self, part: Piece) -> Handle:
        """Lend a right function or module class: a stand-in in the jail that answers by asking the judge."""
        self._require_listed(part.__name__)
        return self._lent(part)

    def _lent(self, part: Piece) -> Handle:
        return self._ours(self._conversation.lend(part))

    def plant(self, source: str | Piece, name: str = "", *, uses: Sequence[Piece] = ()) -> Handle:
        """Plant a helper that holds no answer, itself or its source and name; what it uses is lent to it."""
        if not isinstance(source, str):
            self._conversation.run.holds_secret |= source.__module__ != PUBLIC
            name = source.__name__
            source = source_of(source)
        else:
            self._conversation.run.holds_secret = True
        lent = {part.__name__: self.lend(part) for part in uses}
        return self._ours(self._conversation.ask(name, "plant", source, name, lent))

    def _ours(self, placed: Any) -> Handle:
        if not isinstance(placed, Handle):
            raise StudentError("noise", "The notebook kept the checks from working.")
        return placed

    def replace(self, name: str, value: Any) -> None:
        """Replace a name of the notebook by another value: a right part is lent, source and `Planted` are planted."""
        if isinstance(value, str | Piece | Planted):
            self._require_listed(name)
        if isinstance(value, str):
            value = self.plant(value, name)
        elif isinstance(value, Planted):
            value = self.plant(value.piece, uses=value.uses)
        elif isinstance(value, Piece):
            value = self._lent(value)
        self._conversation.tell(name, "set", name, value)

    def place_right_parts(self, parts: Sequence[Piece | Planted]) -> None:
        """Put right parts in the place of the student's, once in a snapshot, where the checks are repeated with them."""
        for part in parts:
            if self._conversation.has_right_parts and part.__name__ not in self._conversation.placed:
                self.replace(part.__name__, part)
                self._conversation.placed.add(part.__name__)

    def _require_listed(self, name: str) -> None:
        """A right part is in the jail only after all questions that ask for it, which LENDS makes sure of."""
        if name not in self._conversation.may_replace:
            raise LookupError(f"a check file that lends or replaces {name} has to list it in LENDS")

    def remember(self, key: Any, put: Callable[[], Any]) -> Any:
        """The answer to what `put` asks, now or earlier in the same snapshot."""
        return self._conversation.remember(key, put)


Put = TypeVar("Put", bound=Callable[..., Any])


def remembered(put: Put) -> Put:
    """Decorate a helper that asks the student something: checks of a question share its answer to the same arguments.

    For helpers that take long and do not depend on what was asked before, such as drawing a figure.
    """

    @functools.wraps(put)
    def asked(student: Student, *arguments: Any) -> Any:
        return student.remember((put, repr(arguments)), lambda: put(student, *arguments))

    return cast(Put, asked)
