"""Helpers of ours that checks plant in the jail: they ask a module what the judge cannot see from outside.

Their source is sent into the jail, together with the imports of this file.
"""

import torch
from torch import Tensor, nn


class PassOn(nn.Module):
    """Give back the input: it replaces a layer whose effect should not be seen."""

    def forward(self, x: Tensor) -> Tensor:
        """Change nothing."""
        return x


def set_parameters(module: nn.Module, values: dict[str, Tensor]) -> None:
    """Copy values into a module's parameters, and restart the random numbers, of which making the module took some."""
    with torch.no_grad():
        for name, value in values.items():
            owner, _, last = name.rpartition(".")
            if getattr(module.get_submodule(owner), last, value) is not None:  # None: a linear layer without bias
                module.get_parameter(name).copy_(value)
    torch.manual_seed(0)


def state_shapes(module: nn.Module) -> dict[str, list[int]]:
    """The shape of everything a module would save."""
    return {name: list(value.shape) for name, value in module.state_dict().items()}


def has_modules(module: nn.Module, names: list[str]) -> tuple[list[bool], int]:
    """Which of these direct submodules a module has, and how many it has in all."""
    children = dict(module.named_children())
    return [name in children for name in names], len(children)


def move_parameters(module: nn.Module, step: float) -> None:
    """Move everything that an optimiser would find, whether it asks for gradients or not."""
    with torch.no_grad():
        # a module may have a method of its own that hides some
        for _, parameter in nn.Module.named_parameters(module):
            parameter.add_(step)


def learn(module: nn.Module, x: Tensor, weights: Tensor, rate: float) -> None:
    """Take one step of gradient descent on the weighted sum of a module's output."""
    optimizer = torch.optim.SGD(module.parameters(), lr=rate)
    (module(x) * weights).sum().backward()
    optimizer.step()
