"""Positional embeddings in float64: what the embedding questions and their figures are compared with."""

import math

import torch


def absolute_table(width: int, height: int, embedding_dim: int) -> torch.Tensor:
    """Sine and cosine of both coordinates, (width, height, embedding_dim), written out number by number."""
    d = embedding_dim // 2
    table = torch.empty(width, height, embedding_dim, dtype=torch.float64)
    for k in range(d // 2):
        frequency = math.pow(10000.0, -2 * k / d)
        for start, length, axis in ((0, width, 0), (d, height, 1)):
            for p in range(length):
                table.select(axis, p)[..., start + 2 * k] = math.sin(frequency * p)
                table.select(axis, p)[..., start + 2 * k + 1] = math.cos(frequency * p)
    return table


def steps(width: int, height: int) -> torch.Tensor:
    """delta = q - k of every query and key, (width, height, width, height, 2)."""
    pixels = torch.cartesian_prod(torch.arange(width), torch.arange(height)).double()
    return (pixels[:, None] - pixels[None, :]).reshape(width, height, width, height, 2)


def relative_vectors(width: int, height: int) -> torch.Tensor:
    """(|delta|^2, delta_1, delta_2) of every query and key."""
    delta = steps(width, height)
    return torch.cat((delta.square().sum(-1, keepdim=True), delta), dim=-1)


def gaussian_scores(width: int, height: int, centers: torch.Tensor, alphas: torch.Tensor) -> torch.Tensor:
    """Scores of Gaussian heads without a constant, (heads, width, height, width, height), differentiable."""
    delta = steps(width, height)
    alphas, centers = alphas.double()[:, None, None, None, None], centers.double()
    return -alphas * (delta.square().sum(-1) - 2 * torch.einsum("ijkld,hd->hijkl", delta, centers))


def attention_map(
    width: int, height: int, query: tuple[int, int], center: tuple[float, float], alpha: float
) -> torch.Tensor:
    """Where a Gaussian head looks from one pixel, (width, height)."""
    distance = steps(width, height)[query[0], query[1]] - torch.tensor(center, dtype=torch.float64)
    return (-alpha * distance.square().sum(-1)).flatten().softmax(0).reshape(width, height)


def interior_probability(alpha: float) -> float:
    """What the pixel a head looks at gets, far from any border: theta_3(exp(-alpha)) to the power -2."""
    return (1 + 2 * sum(math.exp(-alpha * n * n) for n in range(1, 40))) ** -2
