"""Draws the pictures that stand in the text of the assignment: python draw.py"""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle

HERE = Path(__file__).parent
BLUE, RED, GREEN, GREY, LIGHT = "#2166ac", "#b2182b", "#1b7837", "#5f6b7a", "#eef2f7"
plt.rcParams.update({"font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans", "font.size": 11})


def save(fig, name):
    """Write a picture without a date in it, so that drawing twice changes nothing."""
    fig.savefig(HERE / name, dpi=110, bbox_inches="tight", facecolor="white", metadata={"Software": None})
    plt.close(fig)


def grid(ax, width, height):
    """The pixels of an image as light squares, i to the right and j downwards."""
    for i in range(width):
        for j in range(height):
            ax.add_patch(Rectangle((i - 0.5, j - 0.5), 1, 1, facecolor=LIGHT, edgecolor="white", linewidth=2))
    ax.set(xlim=(-0.75, width - 0.25), ylim=(height - 0.25, -0.75), aspect="equal")
    ax.set_xticks(range(width))
    ax.set_yticks(range(height))
    ax.set_xlabel("$i$ (width)")
    ax.set_ylabel("$j$ (height)")
    ax.tick_params(length=0, colors=GREY)
    for spine in ax.spines.values():
        spine.set_visible(False)


def pixel(ax, i, j, label, color):
    ax.add_patch(Rectangle((i - 0.5, j - 0.5), 1, 1, facecolor=color, edgecolor="white", linewidth=2))
    ax.text(i, j, label, color="white", ha="center", va="center", fontsize=15, fontweight="bold")


def arrow(ax, start, end, color, **options):
    ax.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle="-|>",
            mutation_scale=16,
            color=color,
            linewidth=2,
            shrinkA=0,
            shrinkB=0,
            **options,
        )
    )


def draw_delta():
    """A query, the key its head looks at, and the step between them."""
    fig, ax = plt.subplots(figsize=(6.4, 3.6))
    grid(ax, 7, 4)
    pixel(ax, 4, 1, "$\\mathbf{q}$", BLUE)
    pixel(ax, 2, 2, "$\\mathbf{k}$", RED)
    arrow(ax, (2.5, 1.75), (3.47, 1.27), GREEN)
    ax.text(2.75, 2.0, r"$\delta=\mathbf{q}-\mathbf{k}=(2,-1)$", color=GREEN, va="center", fontsize=12)
    ax.set_title(r"a head with centre $\Delta=(2,-1)$ looks at $\mathbf{k}=\mathbf{q}-\Delta$", color=GREY, fontsize=12)
    save(fig, "delta.png")


def draw_heads():
    """The nine heads of a three by three kernel."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.7), gridspec_kw={"width_ratios": (1, 1.35), "wspace": 0.12})
    for i in range(3):
        for j in range(3):
            left.add_patch(
                Rectangle(
                    (i - 0.5, j - 0.5),
                    1,
                    1,
                    facecolor=plt.cm.tab10(3 * i + j),
                    alpha=0.75,
                    edgecolor="white",
                    linewidth=2,
                )
            )
            left.text(
                i,
                j,
                rf"$\mathbf{{W}}_{{({i - 1},{j - 1})}}$",
                ha="center",
                va="center",
                color="white",
                fontsize=13,
            )
    left.set(xlim=(-0.6, 2.6), ylim=(2.6, -0.6), aspect="equal", title=r"a $3\times3$ kernel")
    left.axis("off")
    grid(right, 7, 5)
    right.set_title("nine heads, each looking at one pixel")
    for i in range(3):
        for j in range(3):
            end = (2 + i, 1 + j)
            right.add_patch(
                Rectangle(
                    (end[0] - 0.5, end[1] - 0.5),
                    1,
                    1,
                    facecolor=plt.cm.tab10(3 * i + j),
                    alpha=0.75,
                    edgecolor="white",
                    linewidth=2,
                )
            )
            if (i, j) != (1, 1):
                arrow(
                    right,
                    (3 + 0.22 * (i - 1), 2 + 0.22 * (j - 1)),
                    (3 + 0.95 * (i - 1), 2 + 0.95 * (j - 1)),
                    "white",
                )
    right.text(3, 2, r"$\mathbf{q}$", color="white", ha="center", va="center", fontsize=15)
    save(fig, "heads.png")


def draw_encoder():
    """One encoder layer, left to right; the part to write stands out."""
    fig, ax = plt.subplots(figsize=(10.5, 2.6))

    def box(x, width, text, color, dashed=False):
        ax.add_patch(
            FancyBboxPatch(
                (x, 0.7),
                width,
                0.8,
                boxstyle="round,pad=0.02,rounding_size=0.12",
                facecolor="white" if dashed else LIGHT,
                edgecolor=color,
                linewidth=2,
                linestyle="--" if dashed else "-",
            )
        )
        ax.text(x + width / 2, 1.1, text, ha="center", va="center", color=color, fontsize=9)

    stations = [
        (0.9, 1.6, "Gaussian\nattention", GREY, False), (3.0, 1.3, "add &\nlayer norm", GREY, False),
        (5.0, 1.2, "dense_in", BLUE, True), (6.65, 0.9, "GELU", BLUE, True), (8.0, 1.4, "dense_out", BLUE, True),
        (9.85, 1.1, "dropout", BLUE, True), (11.4, 1.3, "add &\nlayer norm", BLUE, True),
    ]  # fmt: skip
    for x, width, text, color, dashed in stations:
        box(x, width, text, color, dashed)
    ends = [0.1, *(x + width for x, width, *_ in stations)]
    for (x, *_), end in zip([*stations, (13.4,)], ends, strict=True):
        arrow(ax, (end + 0.05, 1.1), (x - 0.05, 1.1), GREY)
    for start, stop in ((0.45, 3.65), (4.6, 12.05)):
        ax.plot([start, start, stop], [1.1, 2.0, 2.0], color=GREY, linewidth=2)
        arrow(ax, (stop, 2.0), (stop, 1.56), GREY)
    ax.text(2.05, 2.12, "residual", color=GREY, ha="center")
    ax.text(8.3, 2.12, "residual", color=GREY, ha="center")
    ax.text(2.6, 0.3, "given", color=GREY, ha="center", fontsize=12)
    ax.text(8.85, 0.3, "yours: BertFFN", color=BLUE, ha="center", fontsize=12)
    ax.set(xlim=(0, 13.5), ylim=(0.1, 2.4))
    ax.axis("off")
    save(fig, "encoder.png")


if __name__ == "__main__":
    draw_delta()
    draw_heads()
    draw_encoder()
