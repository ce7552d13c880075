"""Random inputs, the same at every grading: each check has its own seed."""

import hashlib
import random
from typing import Any

import numpy as np
import torch
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants


def rand(*shape: int, low: float = -1.0, high: float = 1.0, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    """Uniform numbers."""
    return torch.rand(*shape, dtype=dtype) * (high - low) + low


def randn(*shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    """Normal numbers."""
    return torch.randn(*shape, dtype=dtype)


def randint(low: int, high: int, *shape: int) -> torch.Tensor:
    """Whole numbers from low up to, not including, high."""
    return torch.randint(low, high, shape)


def seed_of(name: str, offset: int) -> int:
    """The seed of a check, the same on every machine."""
    return int.from_bytes(hashlib.sha256(f"{name}#{offset}".encode()).digest()[:4], "big")


def seed_everything(seed: int) -> None:
    """Start every generator of this process from seed."""
    random.seed(seed)
    np.random.seed(seed)
    # torch.manual_seed would also queue a call, with its whole stack, for a GPU that never comes
    torch.default_generator.manual_seed(seed)


class TorchGenerator:
    """Torch's generator as Hypothesis wants it, so that an example can be repeated."""

    def __init__(self) -> None:
        self.start = 0

    def seed(self, value: int) -> None:
        """Start the random numbers of one example."""
        torch.default_generator.manual_seed(self.start + value)

    def getstate(self) -> Any:
        """What setstate needs to come back here."""
        return torch.get_rng_state()

    def setstate(self, state: Any) -> None:
        """Go on from an earlier state."""
        torch.set_rng_state(state)


def draw_the_same_examples() -> None:
    """Keep Hypothesis from drawing constants that it finds in the source of all imported modules.

    With those, the examples of a check would depend on what was imported before, and on how this package is installed.
    """
    # on the class itself: Hypothesis makes providers in several places, and they share what they have found
    HypothesisProvider._local_constants = Constants()  # type: ignore[method-assign, assignment]
