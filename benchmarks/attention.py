"""Time and memory of the notebook's attention layer beside two plainer ones: `make bench-attention`.

All three compute the same function of the same parameters. The shared-matrix layer builds each head's full
probability matrix once per forward, the naive one repeats it for every image. Each measurement of memory runs
in a process of its own; times are medians of interleaved repeats in one process.
"""

import argparse
import multiprocessing
import statistics
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from autograder.course.master import run_master_cells

MASTER = Path(__file__).resolve().parent.parent / "solutions" / "a1_attention_and_convolution" / "master.py"
HIDDEN, HEADS = 32, 9
BATCH = {8: 50, 16: 50, 32: 16}

Forward = Callable[[Any, Tensor], Tensor]


@cache
def load_layer() -> dict[str, Any]:
    """The locked cells of the assignment that define the layer."""
    return run_master_cells(MASTER, ("imports", "config", "attention"))


def full_probabilities(layer: Any) -> Tensor:
    """Attention of every pixel to every pixel, (heads, width * height, width * height)."""
    pixels = torch.cartesian_prod(torch.arange(layer.width), torch.arange(layer.height)).to(layer.centers)
    delta = pixels[:, None] - pixels  # (query, key, 2)
    scores = delta.square().sum(-1) - 2 * torch.einsum("hx,qkx->hqk", layer.centers, delta)
    return torch.softmax(-layer.alphas[:, None, None] * scores, dim=-1)


def separable(layer: Any, z: Tensor) -> Tensor:
    """The notebook's layer."""
    return layer(z)


def shared_matrix(layer: Any, z: Tensor) -> Tensor:
    """One full matrix per head for the whole batch, in the fastest layout we found: the batch in the columns."""
    batch, width, height, hidden = z.shape
    P = full_probabilities(layer).flatten(0, 1)  # (heads * pixels, pixels)
    mixed = P @ z.permute(1, 2, 0, 3).reshape(width * height, -1)  # (heads * pixels, batch * hidden)
    mixed = mixed.reshape(len(layer.alphas), -1, hidden)  # (heads, pixels * batch, hidden)
    out = (mixed @ layer.W_heads).sum(0) + layer.b_out  # (pixels * batch, hidden)
    return out.reshape(width, height, batch, -1).permute(2, 0, 1, 3)  # (batch, width, height, hidden)


def per_image(layer: Any, z: Tensor) -> Tensor:
    """The matrix of every head repeated for every image, as attention with content has to."""
    batch, width, height, hidden = z.shape
    P = full_probabilities(layer).repeat(batch, 1, 1, 1)  # (batch, heads, pixels, pixels)
    mixed = P @ z.reshape(batch, 1, width * height, hidden)  # (batch, heads, pixels, hidden)
    out = (mixed @ layer.W_heads).sum(1) + layer.b_out  # (batch, pixels, hidden)
    return out.reshape(batch, width, height, -1)


VARIANTS: dict[str, Forward] = {"ours": separable, "shared matrix": shared_matrix, "per image": per_image}


def make_layer(size: int) -> tuple[Any, Tensor]:
    """A layer with spread centres, and images for it."""
    names = load_layer()
    torch.manual_seed(0)
    layer = names["GaussianSelfAttention"](names["BertConfig"](hidden_size=HIDDEN, num_heads=HEADS), size, size)
    with torch.no_grad():
        layer.centers.normal_()
    return layer, torch.randn(BATCH[size], size, size, HIDDEN, requires_grad=True)


def step(forward: Forward, layer: Any, z: Tensor) -> float:
    """Seconds of one forward and backward pass."""
    layer.zero_grad()
    z.grad = None
    start = time.perf_counter()
    forward(layer, z).square().mean().backward()
    return time.perf_counter() - start


def times(size: int, repeats: int) -> dict[str, float]:
    """Median seconds of each variant; the repeats alternate, so that a busy machine is unfair to none."""
    layer, z = make_layer(size)
    seconds: dict[str, list[float]] = {name: [] for name in VARIANTS}
    for _ in range(repeats + 1):
        for name, forward in VARIANTS.items():
            seconds[name].append(step(forward, layer, z))
    return {name: statistics.median(values[1:]) for name, values in seconds.items()}  # the first warms up


def resident(field: str) -> int:
    """Kilobytes that Linux reports for this process: VmRSS now, VmHWM at its peak."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


def measure_peak(name: str, size: int, threads: int) -> int:
    """Kilobytes that one step holds at its peak in this fresh process, images and parameters not counted."""
    torch.set_num_threads(threads)
    layer, z = make_layer(size)
    (torch.randn(64, 64) @ torch.randn(64, 64, requires_grad=True)).sum().backward()  # libraries load before we look
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of the imports
    before = resident("VmRSS")
    step(VARIANTS[name], layer, z)
    return resident("VmHWM") - before


def peaks(size: int, threads: int) -> dict[str, int]:
    """Peak memory of each variant in kilobytes."""
    context = multiprocessing.get_context("spawn")
    result = {}
    for name in VARIANTS:
        with context.Pool(1) as pool:
            result[name] = pool.apply(measure_peak, (name, size, threads))
    return result


def main() -> None:
    """Print a Markdown table; every ratio is against our layer in the same run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    print(f"{HEADS} heads, hidden size {HIDDEN}, {arguments.threads} threads, torch {torch.__version__}\n")
    print("| image | batch | layer | forward + backward | time / ours | peak memory | memory / ours |")
    print("|---|---|---|---|---|---|---|")
    for size, batch in BATCH.items():
        seconds = times(size, arguments.repeats if size < 32 else max(3, arguments.repeats // 4))
        kilobytes = peaks(size, arguments.threads)
        for name in VARIANTS:
            print(
                f"| {size}x{size} | {batch} | {name} | {seconds[name] * 1e3:.1f} ms "
                f"| {seconds[name] / seconds['ours']:.2f} | {kilobytes[name] / 1024:.0f} MB "
                f"| {kilobytes[name] / kilobytes['ours']:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
