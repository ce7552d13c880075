"""A small model with Gaussian heads for a student's code to look at, and what is done to it meanwhile.

Checks plant all of this in the jail and do the same in the judge's own process: whoever looks at the model there, and
leaves it as it was, comes to the same numbers. No part of an answer is in what is planted: where the heads are, which is
what the question asks for, the judge reads from the model's parameters.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn


class Attention(nn.Module):
    """Heads with centres (heads, 2) and alphas (heads,), each with a weight in their sum."""

    def __init__(self, centers: Tensor, alphas: Tensor, mixing: Tensor) -> None:
        super().__init__()
        self.centers, self.alphas = nn.Parameter(centers.clone()), nn.Parameter(alphas.clone())
        self.register_buffer("mixing", mixing)

    def forward(self, images: Tensor) -> Tensor:
        """What the heads see together, (batch, width, height)."""
        along = []
        for axis in (0, 1):
            pixels = torch.arange(images.shape[1 + axis])
            steps = pixels[:, None] - pixels  # (query, key)
            distance = (steps - self.centers[:, axis, None, None]) ** 2
            along.append(torch.softmax(-self.alphas[:, None, None] * distance, dim=-1))  # (heads, query, key)
        return torch.einsum("h,hik,hjl,bkl->bij", self.mixing, *along, images)


class Layer(nn.Module):
    """One layer of heads, added to what came in; in training a mask lies over what it adds, as dropout would."""

    def __init__(self, mask: Tensor, **attention: Tensor) -> None:
        super().__init__()
        self.attention = Attention(**attention)
        self.register_buffer("mask", mask)

    def forward(self, images: Tensor) -> Tensor:
        """The images as the next layer sees them."""
        update = self.attention(images)
        return images + (update * self.mask if self.training else update)


class Model(nn.Module):
    """Layers of heads, in the places where the notebook's model has them."""

    def __init__(self, layers: list[dict[str, Tensor]], others: Tensor | None = None) -> None:
        super().__init__()
        self.encoder = nn.Module()
        self.encoder.layers = nn.ModuleList(Layer(**layer) for layer in layers)
        if others is not None:
            # centres of something else, which are no heads of a layer
            self.pooling = nn.Module()
            self.pooling.centers = nn.Parameter(others.clone())

    def forward(self, images: Tensor) -> Tensor:
        """The images after all layers."""
        for layer in self.encoder.layers:
            images = layer(images)
        return images


def place_heads(model: Model, centers: Tensor) -> None:
    """Move all heads to other centres, (layers, heads, 2)."""
    with torch.no_grad():
        for layer, value in zip(model.encoder.layers, centers, strict=True):
            layer.attention.centers.copy_(value)


def copies(positions: Any) -> list[Tensor]:
    """What was returned, as it is now."""
    return [torch.as_tensor(part).detach().clone() for part in positions]


def take_steps(model: Model, images: Tensor, targets: Tensor, steps: int, extra: Any = 0.0) -> list[float]:
    """Learn the targets with plain gradient descent, with something more in the loss; the losses."""
    optimizer, losses = torch.optim.SGD(model.parameters(), lr=0.05), []
    for _ in range(steps):
        loss = (model(images) - targets).square().mean() + extra
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def read_and_move(read: Callable[..., Any], model: Model, centers: Tensor) -> tuple[Any, ...]:
    """Positions as they were read, the same answer after the heads have moved, and what is read then."""
    first = read(model)
    as_read = copies(first)
    place_heads(model, centers)
    second = read(model)
    return as_read, copies(first), copies(second)


def add_to_loss(read: Callable[..., Any], model: Model, images: Tensor, targets: Tensor) -> tuple[Any, ...]:
    """Positions, and whether they ask for gradients; takes a step with their sum in the loss."""
    positions = read(model)
    as_read, asks = copies(positions), getattr(positions, "requires_grad", False)
    # whatever else reading did to the model
    model.train().requires_grad_(True)
    take_steps(model, images, targets, 1, sum(torch.as_tensor(part).sum() for part in positions))
    return as_read, asks


def overwrite(read: Callable[..., Any], model: Model, resting: bool) -> tuple[Any, ...]:
    """Positions, which are written over then; mode and frozen parameters of the model, which may rest before."""
    if resting:
        model.eval()
        model.encoder.layers[0].attention.centers.requires_grad_(False)
    positions = read(model)
    as_read = copies(positions)
    with torch.inference_mode():
        for part in positions:
            if isinstance(part, torch.Tensor | np.ndarray):
                part[...] = 7.0
    frozen = [name for name, value in model.named_parameters() if not value.requires_grad]
    return as_read, model.training, frozen


def train(read: Callable[..., Any], model: Model, images: Tensor, targets: Tensor) -> tuple[Any, ...]:
    """Losses of a few steps, and the positions before the first and after every one."""
    losses, history = [], [torch.as_tensor(read(model)).cpu()]
    for _ in range(5):
        model.train()
        losses += take_steps(model, images, targets, 1)
        history.append(torch.as_tensor(read(model)).cpu())
    return losses, history


PIECES = (
    *(Attention, Layer, Model, place_heads, copies, take_steps),
    *(read_and_move, add_to_loss, overwrite, train),
)
"""All that is planted, in the order in which it is needed."""


def centers_of(model: Any) -> list[Any]:
    """Where the heads are, of a model here or in the jail; never planted, as it is what a student has to write."""
    held = dict(model.named_parameters())
    return [value for name, value in held.items() if str(name).endswith("attention.centers")]
