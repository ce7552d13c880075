"""Comparisons that say in words what is wrong, and never what would be right."""

import math
from typing import Any

import numpy as np
import torch

from autograder.judge.failure import CheckFailed, NoAnswer
from autograder.judge.phrasing import count, kind_of, shape_of, shown
from autograder.judge.relations import relation, relation_of_shapes

# tolerance by the precision of the reference; an answer may be in float32, but must not choose a larger tolerance
# by a lower precision; all other types, such as integers, have 1e-6
_TOLERANCE = {torch.float16: 1e-2, torch.bfloat16: 3e-2, torch.float32: 1e-5, torch.float64: 1e-6}
_ROUNDING = 1e-5
_EXACT = 1e-6
"""For numbers, and for tensors of other types."""
_NEAR_INFINITE = 1e300
_LONGEST_SHOWN = 300
_NAN = "NaN is no number: it comes from 0 / 0, infinity minus infinity, or the root or logarithm of a negative number."


def assert_close(
    answer: Any,
    expected: Any,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    what: str = "The answer",
    dtype: torch.dtype | None = None,
    hint: str = "",
) -> None:
    """Require the same shape and, within a tolerance, the same values; numpy or torch, number or 0-d tensor."""
    reference = torch.as_tensor(expected).detach()
    got = assert_tensor(answer, shape=tuple(reference.shape), dtype=dtype, what=what, hint=hint)
    tolerance = max(min(_TOLERANCE.get(got.dtype, _EXACT), _ROUNDING), _TOLERANCE.get(reference.dtype, _EXACT))
    absolute = tolerance if atol is None else atol
    relative = tolerance if rtol is None else rtol
    precise = torch.complex128 if got.is_complex() or reference.is_complex() else torch.float64
    got, wanted = got.to(precise), reference.to(precise)
    size = wanted.abs()
    # the usual case first; where anything is infinite or not a number this does not hold
    if bool((((got - wanted).abs() <= absolute + relative * size) & (size < math.inf)).all()):
        return
    _require_finite(got, wanted, what, hint)
    finite = torch.isfinite(wanted)
    difference = torch.where(finite, (got - wanted).abs(), torch.zeros((), dtype=torch.float64))
    wrong = difference > absolute + relative * torch.where(finite, wanted.abs(), torch.zeros((), dtype=torch.float64))
    if not wrong.any():
        return
    cause = relation(got, wanted, wrong) if finite.all() else ""
    raise CheckFailed(_with(f"{what}: {_how_many(wrong)}.", cause, hint), _both(got, wanted), cause)


def _how_many(wrong: torch.Tensor) -> str:
    if wrong.numel() == 1:
        return "the value is wrong"
    if wrong.all():
        return f"all {wrong.numel()} values are wrong"
    number = int(wrong.sum())
    return f"{number} of {wrong.numel()} values {'is' if number == 1 else 'are'} wrong"


def _require_finite(got: torch.Tensor, wanted: torch.Tensor, what: str, hint: str) -> None:
    nan = got.isnan() & ~wanted.isnan()
    if nan.any():
        which = f"{int(nan.sum())} of {nan.numel()} values"
        raise CheckFailed(_with(f"{what} holds NaN ({which}).", _NAN, hint), _both(got, wanted), _NAN)
    infinite = got.isinf() & (got != wanted)
    if infinite.any():
        which = f"{int(infinite.sum())} of {infinite.numel()} values"
        raise CheckFailed(_with(f"{what} is infinite where it should not be ({which}).", hint), _both(got, wanted))
    missing = ~wanted.isfinite() & got.isfinite()
    if missing.any():
        raise CheckFailed(_with(f"{what} is finite where it should not be.", hint), _both(got, wanted))


def assert_tensor(
    answer: Any,
    *,
    shape: tuple[int, ...] | None = None,
    dtype: torch.dtype | None = None,
    finite: bool = False,
    what: str = "The answer",
    hint: str = "",
) -> torch.Tensor:
    """The answer as a tensor; a list of numbers, an array and a number will do."""
    tensor = _as_tensor(answer, what, hint)
    if shape is not None and tuple(tensor.shape) != tuple(shape):
        cause = relation_of_shapes(tuple(tensor.shape), tuple(shape))
        sentence = f"{what} has shape {shape_of(tensor)} where {tuple(shape)} was expected."
        raise CheckFailed(_with(sentence, cause, hint), cause=cause)
    if dtype is not None and tensor.dtype != dtype:
        names = (str(kind).removeprefix("torch.") for kind in (tensor.dtype, dtype))
        raise CheckFailed(_with("{} has type {} where {} was expected.".format(what, *names), hint))
    if finite and not torch.isfinite(tensor).all():
        raise CheckFailed(_with(f"{what} holds values that are infinite or not a number.", hint))
    return tensor


def _as_tensor(answer: Any, what: str, hint: str) -> torch.Tensor:
    if isinstance(answer, torch.Tensor):
        return answer.detach()
    if isinstance(answer, np.ndarray | np.generic | bool | int | float | complex | list | tuple):
        try:
            if isinstance(answer, float):
                # a Python number has double precision
                return torch.tensor(answer, dtype=torch.float64)
            return torch.as_tensor(_stacked(answer))
        except (ValueError, TypeError, RuntimeError, OverflowError):
            pass
    raise _is_no(answer, "a tensor", what, hint)


def _stacked(value: Any) -> Any:
    """Lists with the tensors and arrays in them joined; torch would take arrays apart, number by number."""
    if isinstance(value, list | tuple):
        items = [_stacked(item) for item in value]
        joined = any(isinstance(item, torch.Tensor) for item in items)
        return torch.stack([torch.as_tensor(item) for item in items]) if joined else items
    return torch.as_tensor(value).detach() if isinstance(value, torch.Tensor | np.ndarray) else value


def assert_number(
    answer: Any,
    expected: float | None = None,
    *,
    atol: float = _EXACT,
    rtol: float = _EXACT,
    what: str = "The answer",
    hint: str = "",
) -> float:
    """Require one number: int, float, numpy scalar or a tensor with a single value."""
    if isinstance(answer, torch.Tensor | np.ndarray):
        if math.prod(answer.shape) != 1:
            raise _is_no(answer, "one number", what, hint)
        if isinstance(answer, torch.Tensor) and answer.dtype in _TOLERANCE:
            tolerance = min(_TOLERANCE[answer.dtype], _ROUNDING)
            atol, rtol = max(atol, tolerance), max(rtol, tolerance)
        answer = answer.item()
    if isinstance(answer, np.generic):
        answer = answer.item()
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        raise _is_no(answer, "one number", what, hint)
    if expected is not None:
        shown = f"Answer: {answer}. Expected: {expected}."
        # a huge int does not fit a float: compare as they are
        if answer != expected and not abs(answer - expected) <= atol + rtol * abs(expected):
            raise CheckFailed(_with(f"{what} is not the right number.", hint), shown)
    # an int near the largest float or above it counts as infinite
    return float(answer) if abs(answer) < _NEAR_INFINITE or answer != answer else float("inf")


def assert_integer(answer: Any, expected: int | None = None, *, what: str = "The answer", hint: str = "") -> int:
    """Require one whole number; an equal float and a tensor with a single value will do."""
    if isinstance(answer, torch.Tensor | np.ndarray) and math.prod(answer.shape) == 1:
        answer = answer.item()
    if isinstance(answer, np.generic):
        answer = answer.item()
    if isinstance(answer, bool) or not isinstance(answer, int | float) or answer != answer:
        raise _is_no(answer, "a whole number", what, hint)
    if answer in (float("inf"), float("-inf")) or answer != int(answer):
        raise CheckFailed(_with(f"{what} is not a whole number.", hint))
    if expected is not None and int(answer) != expected:
        shown = f"Answer: {int(answer)}. Expected: {expected}."
        raise CheckFailed(_with(f"{what} is not the right number.", hint), shown)
    return int(answer)


def assert_equal(answer: Any, expected: Any, *, what: str = "The answer", hint: str = "") -> None:
    """Require the same data: a string, None, a bool, or a container of them."""
    if type(answer) is not type(expected):
        raise _is_no(answer, kind_of(expected), what, hint)
    if answer != expected:
        raise CheckFailed(_with(f"{what} is not the right one.", hint), _both(answer, expected))


def assert_tuple(answer: Any, length: int, *, what: str = "The answer", hint: str = "") -> list[Any]:
    """Require that many values, as a tuple or a list, and give them back."""
    if not isinstance(answer, tuple | list):
        raise _is_no(answer, f"a tuple of {length}", what, hint)
    if len(answer) != length:
        raise CheckFailed(_with(f"{what} has {count(len(answer))} parts where {length} were expected.", hint))
    return list(answer)


def require(condition: Any, sentence: str) -> None:
    """Fail the check with a sentence for the student unless the condition holds."""
    if not condition:
        raise CheckFailed(sentence)


def _is_no(answer: Any, wanted: str, what: str, hint: str) -> CheckFailed:
    if answer is None:
        return NoAnswer(_with(f"{what} is None, which is nothing, where {wanted} was expected.", hint))
    return CheckFailed(_with(f"{what} is {kind_of(answer)} where {wanted} was expected.", hint))


def _with(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _both(answer: Any, expected: Any) -> str:
    return f"Answer: {_show(answer)}. Expected: {_show(expected)}."


def _show(value: Any) -> str:
    return shown(value, _LONGEST_SHOWN)
