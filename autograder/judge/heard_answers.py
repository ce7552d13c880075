"""What one check has heard, for its transcript."""

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import torch

from autograder.judge.failure import CheckFailed
from autograder.judge.transcript import answer_of, bounded
from autograder.judge.verdict import Answer

Form = Callable[[Any], Any]
# requests whose answers say nothing about the student's code, and are not written down
_UNHEARD = frozenset({"begin", "forbid", "plant", "lend", "set", "set_attribute", "set_item", "has", "figure"})
_MAX_ANSWERS = 400
# values of an answer that is held until the check ends; a larger one is summed up at once
_MOST_SUMMED_UP_LATER = 1 << 16
_MOST_HELD = 1 << 21
"""Values of all answers that are held."""


class HeardAnswers:
    """The answers in one check; summing one up takes time, and is wanted only when the check fails."""

    def __init__(self, *answers: Answer) -> None:
        self.answers: list[Any] = list(answers)
        """Each summed up, or the answer itself."""
        self.form: Form | None = None
        """What answers are brought into before they are summed up; none as they come."""
        self._held = 0

    def __len__(self) -> int:
        return len(self.answers)

    def hear(self, value: Any) -> None:
        """Write down a summary of an answer that is not written down as it arrives."""
        if len(self.answers) < _MAX_ANSWERS:
            self.answers.append(answer_of(value))

    def note(self, request: tuple[Any, ...], value: Any) -> None:
        """Write down the answer to a request."""
        if request[0] in _UNHEARD or len(self.answers) >= _MAX_ANSWERS:
            return
        if isinstance(value, Answer):
            self.answers.append(msgspec.structs.replace(value, structure=bounded(value.structure)))
        else:
            value = value if self.form is None else self._formed(value)
            taken = _Taken(min(_MOST_SUMMED_UP_LATER, _MOST_HELD - self._held))
            held = taken.copy(value)
            small = taken.size <= taken.most
            self._held += taken.size if small else 0
            self.answers.append(held if small else answer_of(value))

    def _formed(self, value: Any) -> Any:
        """An answer in the form that the check wants it to be heard in; as it came, where it does not have that form."""
        assert self.form is not None
        if not _is_data(value):
            # to look into an object that stays in the jail would be to ask one question more
            return value
        try:
            return self.form(value)
        except CheckFailed:  # an alarm
            raise
        except Exception:  # a wrong answer can be anything
            return value

    def summed_up(self) -> tuple[Answer, ...]:
        """What was heard, summed up."""
        return tuple(answer if isinstance(answer, Answer) else answer_of(answer) for answer in self.answers)


class _Taken:
    """Takes an answer as it is now: a check may do something to the containers that it got."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        """Values taken so far; nothing is taken any more once they are too many."""

    def copy(self, value: Any) -> Any:
        """The same with other containers."""
        self.size += _size(value)
        if self.size > self.most:
            return None
        if type(value) is dict:
            return {key: self.copy(part) for key, part in value.items()}
        return type(value)(map(self.copy, value)) if type(value) in (list, tuple) else value


def _is_data(value: Any) -> bool:
    """Whether nothing in an answer stays in the jail."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple | set | frozenset):
            waiting += part
        elif getattr(part, "_is_handle", False):
            return False
    return True


def _size(value: Any) -> int:
    if type(value) is torch.Tensor:
        return value.numel()
    if type(value) is np.ndarray:
        return value.size
    return len(value) if type(value) in (str, bytes) else 1
