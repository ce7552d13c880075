"""Figures of assignment 1: heads far away are not lost, the theorem may hold exactly, j runs downwards."""

import contextlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.figure import Figure
from nbformat import NotebookNode

from autograder.course.cells import grade_id
from autograder.course.master import defining_cells


@pytest.fixture(scope="module")
def names(a1_master: NotebookNode) -> Iterator[dict[str, Any]]:
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch, matplotlib.rc_context():
        patch.setenv("NBGRADER_EXECUTION", "autograde")
        cells = {grade_id(cell): cell.source for cell in a1_master.cells}
        for source in (cells["public_checks"], *defining_cells(a1_master).values(), cells["explore"]):
            exec(source, names)
        names["GRADED"] = False
        yield names
    plt.close("all")


class Writer:
    """Takes the place of TensorBoard's writer."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []

    def add_figure(self, name: str, figure: Figure, global_step: int) -> None:
        self.figures.append(figure)


def history(names: dict[str, Any], *reach: float) -> Any:
    """A run of two epochs, whose layers' heads end so far away."""
    directions = torch.tensor([[1.0, 0.2], [-1.0, 0.5], [0.3, 1.0], [0.1, -1.0], [1.0, -1.0]])
    start, end = torch.zeros(len(reach), 5, 2), torch.stack([far * directions for far in reach])
    alphas = torch.ones(len(reach), 5)
    return names["History"](losses=[2.0, 1.0], centers=[start, end], alphas=[alphas, alphas])


def heads_inside(figure: Figure) -> list[int]:
    """How many heads each panel of heads shows inside of its frame."""
    found = []
    for ax in figure.axes:
        if ax.get_title().startswith("layer"):
            points = [item for item in ax.collections if type(item).__name__ == "PathCollection"]
            found.append(sum(len(item.get_offsets()) for item in points))
    return found


def words(figure: Figure) -> str:
    return " ".join(text.get_text() for ax in figure.axes for text in ax.texts)


def test_frame_of_a_layer_holds_all_of_its_heads(names: dict[str, Any]) -> None:
    figure = names["plot_training"](history(names, 2.0, 10.0), "run")
    assert heads_inside(figure) == [5] * 6
    assert "beyond" not in words(figure)


def test_heads_beyond_the_frame_are_marked_and_counted_in_tensorboard_too(names: dict[str, Any]) -> None:
    run, writer = history(names, 2.0, 60.0), Writer()
    names["log_heads"](writer, run)
    assert [heads_inside(figure) for figure in writer.figures] == [[5], [0]]
    assert "5 of 5 heads beyond the frame" in words(writer.figures[1])
    assert words(names["plot_training"](run, "run")).count("5 of 5 heads beyond the frame") == 1
    marks = [line.get_marker() for line in writer.figures[1].axes[0].lines]
    assert {"<", ">", "^", "v"} <= set(marks)


def test_j_runs_downwards_in_pictures_of_heads_and_of_attention(names: dict[str, Any]) -> None:
    heads = names["plot_training"](history(names, 2.0), "run")
    _, attention = plt.subplots()
    names["plot_attention_map"](attention, 5, 4, (1, 2), (0.0, 1.0), 1.0)
    panels = [attention, *(panel for panel in heads.axes if panel.get_title().startswith("layer"))]
    assert all(panel.yaxis_inverted() and not panel.xaxis_inverted() for panel in panels)


def test_panels_stay_without_widgets(names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names, "ipywidgets", None)
    plt.close("all")
    names["explore_heads"](history(names, 2.0))
    names["explore_attention"](width=5, height=4, query=(2, 1))
    heads, attention = map(plt.figure, plt.get_fignums())
    assert len(heads.axes) == 2
    assert len(attention.axes) == 4
    assert [text.get_text() for text in attention.legends[0].get_texts()] == ["query q", "q - Δ"]


def test_theorem_may_hold_without_any_difference(
    names: dict[str, Any], a1_master: NotebookNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    proof = next(cell.source for cell in a1_master.cells if grade_id(cell) == "proof")
    monkeypatch.setitem(names, "convolution_gap", lambda *_: 0.0)
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("error")
        exec(proof, names)
    assert "0.0e+00" in printed.getvalue()


def test_imitation_records_nine_heads_that_start_in_the_middle(names: dict[str, Any]) -> None:
    run = names["imitate"](seed=0, steps=40)
    assert [tuple(centers.shape) for centers in run.centers] == [(1, 9, 2)] * 3
    assert run.centers[0].abs().max() < 0.5 < run.centers[-1].abs().max()
