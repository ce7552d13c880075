"""How a wrong answer is related to the right one, in words: what probably went wrong, and no numbers.

A relation is told only where it cannot be luck: it holds for all values to within rounding, and these differ enough.
"""

import itertools
from collections.abc import Iterator

import torch

_LEAST_DIFFERENT, _LEAST_IN_ANY_ORDER = 5, 8
"""Sizes of values in the right answer, before a relation to it says anything; more for one that looks at no places."""
_MOST_VALUES, _MOST_AXES = 1 << 20, 4
_SAME = 1e-5
"""How closely a relation has to hold, relative to how far the values are apart."""
_NEARLY_ONE = 1e-4
"""A factor that is closer to 1 may be rounding."""
_DIGITS = ((1e-8, ""), (3e-7, "seven"), (3e-6, "six"), (3e-5, "five"), (3e-4, "four"))
_FLOAT32 = ("seven", "six")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_LEAST_PLACES = 4
"""Places along an axis, before it says something which of them are wrong."""


def relation(got: torch.Tensor, wanted: torch.Tensor, wrong: torch.Tensor) -> str:
    """The likely cause of a wrong answer, or nothing; both are finite, of one shape and in double precision."""
    if not 1 < wanted.numel() <= _MOST_VALUES or got.is_complex() or wanted.is_complex():
        return ""
    if not got.any():
        return "All of its values are zero."
    if _different(wanted) < _LEAST_DIFFERENT:
        return _where(wrong)
    return next((sentence for sentence in _relations(got, wanted, wrong) if sentence), "") or _where(wrong)


def relation_of_shapes(mine: tuple[int, ...], right: tuple[int, ...]) -> str:
    """What is likely to make two shapes different."""
    if len(mine) != len(right) and [size for size in mine if size != 1] == [size for size in right if size != 1]:
        return f"It has an axis of size 1 too {'many' if len(mine) > len(right) else 'few'}."
    if mine != right and sorted(mine) == sorted(right):
        return "The sizes are those asked for, in another order: are axes swapped, or is something transposed?"
    return ""


def _relations(got: torch.Tensor, wanted: torch.Tensor, wrong: torch.Tensor) -> Iterator[str]:
    if _is_same(got, wanted):
        yield _digits(got[wrong], wanted[wrong])
        return
    if _is_same(-got, wanted):
        yield "It is the right answer with the opposite sign."
    yield _factor(got, wanted)
    yield _digits(got[wrong], wanted[wrong])
    if _is_same(got - (got - wanted).mean(), wanted):
        yield "The same number is added to every value, or missing from it."
    yield from _other_places(got, wanted)
    yield _probabilities(got, wanted)


def _factor(got: torch.Tensor, wanted: torch.Tensor) -> str:
    factor = float((got * wanted).sum() / (wanted * wanted).sum())
    if abs(factor) < _NEARLY_ONE or abs(factor - 1) < _NEARLY_ONE or not _is_same(got / factor, wanted):
        return ""
    if factor < 0:
        return "All values are off by the same factor, and have the opposite sign."
    return "All values are off by the same factor: is something scaled, divided or averaged in another way?"


def _digits(got: torch.Tensor, wanted: torch.Tensor) -> str:
    """Whether each value that is wrong is right in its first digits."""
    error = float(((got - wanted) / wanted).abs().max())
    digits = next((digits for largest, digits in _DIGITS if error <= largest), "")
    if not digits:
        return ""
    why = (
        "something computed in float32, or a number in the formula rounded"
        if digits in _FLOAT32
        else "a number in the formula rounded"
    )
    return f"Only about {digits} digits are right: is {why}, or a very small term left out or misplaced?"


def _other_places(got: torch.Tensor, wanted: torch.Tensor) -> Iterator[str]:
    """Whether the right values stand in other places."""
    if wanted.ndim > _MOST_AXES:
        return
    for order in itertools.permutations(range(wanted.ndim)):
        moved = got.permute(order)
        if moved.shape == wanted.shape and _is_same(moved, wanted):
            yield "The values are right, but axes are swapped: is something transposed?"
    for axis, size in enumerate(wanted.shape):
        along = "" if wanted.ndim == 1 else f" along its {_ORDINALS[axis]} axis"
        if size > 1 and _is_same(got.flip(axis), wanted):
            yield f"The values are right, but in reverse order{along}."
        if size > 1 and (_shifted(got, wanted, axis) or _shifted(wanted, got, axis)):
            yield f"The values are right, but one place off{along}: where does counting start?"
    ordered = _is_same(got.flatten().sort().values, wanted.flatten().sort().values)
    if ordered and _different(wanted) >= _LEAST_IN_ANY_ORDER:
        yield "The values are right, but in another order."


def _shifted(one: torch.Tensor, other: torch.Tensor, axis: int) -> bool:
    size = one.shape[axis] - 1
    later, earlier = one.narrow(axis, 1, size), other.narrow(axis, 0, size)
    return _different(earlier) >= _LEAST_DIFFERENT and _is_same(later, earlier)


def _probabilities(got: torch.Tensor, wanted: torch.Tensor) -> str:
    """Whether what should be probabilities sums to one along another axis, or not at all."""
    for axis in range(wanted.ndim):
        if not _sums_to_one(wanted, axis) or _sums_to_one(got, axis):
            continue
        if any(_sums_to_one(got, other) for other in range(got.ndim)):
            return "Probabilities sum to one along another axis than they should: over which axis does softmax run?"
        return "Probabilities should sum to one here, and these do not."
    return ""


def _sums_to_one(values: torch.Tensor, axis: int) -> bool:
    """Whether there are probabilities along an axis; a single one, or one beside zeros, may be something else."""
    sums_to_one = bool(((values.sum(axis) - 1).abs() < _SAME).all())
    return sums_to_one and values.shape[axis] > 1 and bool(((values > 0) & (values < 1)).all())


def _where(wrong: torch.Tensor) -> str:
    """Which values are wrong, if these and no others stand in places that can be named."""
    if wrong.ndim > len(_ORDINALS):
        return ""
    for axis, size in enumerate(wrong.shape):
        names = {1: ["value"], 2: ["row", "column"]}.get(wrong.ndim)
        name = names[axis] if names else f"entry along its {_ORDINALS[axis]} axis"
        places = wrong.movedim(axis, 0).reshape(size, -1).any(1).nonzero().flatten().tolist()
        if size >= _LEAST_PLACES and (which := _named(places, size)):
            return which.format(name)
    return _border(wrong)


def _named(places: list[int], size: int) -> str:
    last = size - 1
    if places in ([0], [last]):
        return f"Only the {'last' if places[0] else 'first'} {{}} is wrong."
    if places in (list(range(1, size)), list(range(last))):
        return f"Only the {'first' if places[0] else 'last'} {{}} is right."
    if places == [0, last]:
        return "Only the first and the last {} are wrong: what happens at the border?"
    if places in (list(range(0, size, 2)), list(range(1, size, 2))):
        return "Every second {} is wrong."
    return ""


def _border(wrong: torch.Tensor) -> str:
    """Whether all that is wrong stands at the edge of an image, and something on each of its sides."""
    for axis in range(wrong.ndim - 1):
        height, width = wrong.shape[axis : axis + 2]
        image = wrong.movedim((axis, axis + 1), (0, 1)).reshape(height, width, -1).any(2)
        sides = (image[0], image[-1], image[:, 0], image[:, -1])
        inside = image[1:-1, 1:-1]
        if min(inside.shape) > 1 and not inside.any() and all(bool(side.any()) for side in sides):
            return "Only values at the border of the image are wrong."
    return ""


def _is_same(one: torch.Tensor, other: torch.Tensor) -> bool:
    return bool((one - other).abs().max() <= _SAME * (other.max() - other.min()))


def _different(values: torch.Tensor) -> int:
    """How many sizes of values there are, apart by more than rounding."""
    sizes = values.abs()
    apart = float(sizes.max() - sizes.min()) if sizes.numel() else 0.0
    return len(torch.unique((sizes / (apart * _NEARLY_ONE)).round())) if apart > _NEARLY_ONE * float(sizes.max()) else 0
