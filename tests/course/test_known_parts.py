"""What is kept of a notebook that somebody hands in: known parts of known types, whatever version it says it is of."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course.notebook import NotebookError, read_notebook
from autograder.intake.rebuilt_cells import own_cell

Raw = dict[str, Any]
LATER = 6
PNG = "iVBORw0KGgo="


def read(folder: Path, *cells: Raw, minor: Any = 5, metadata: Raw | None = None) -> NotebookNode:
    raw = {"nbformat": 4, "nbformat_minor": minor, "metadata": metadata or {}, "cells": list(cells)}
    path = folder / "x.ipynb"
    path.write_text(json.dumps(raw))
    return read_notebook(path)


def cell(kind: str = "raw", metadata: Any = None, **parts: Any) -> Raw:
    more = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": metadata or {}, "source": "x", **more, **parts}


def require_strictly_valid(notebook: NotebookNode) -> None:
    """As our schema has it, and as JSON that other readers than Python's take."""
    notebook.nbformat_minor = 5
    notebook.cells = [own_cell(each, set(), count(), same_id=True) for each in notebook.cells]
    notebook.cells = [{**each, "id": f"c{number}"} for number, each in enumerate(notebook.cells)]
    nbformat.validator.get_validator(4, 5).validate(notebook)
    msgspec.json.decode(json.dumps(notebook))


@pytest.mark.parametrize("minor", [0, 4, 5, LATER, 10**300, 1e300])
def test_a_cell_of_an_unknown_type_is_one_sentence(tmp_path: Path, minor: float) -> None:
    with pytest.raises(NotebookError, match=r"has a cell \(number 2\) of the type 'evil', which is neither code nor"):
        read(tmp_path, cell(), cell("evil", type="<script>"), minor=minor)


@pytest.mark.parametrize("parts", [{"source": 5}, {"source": None}, {"metadata": 5}, {"id": 5}, {"attachments": 5}])
def test_a_later_version_excuses_no_damaged_cell(tmp_path: Path, parts: Raw) -> None:
    with pytest.raises(NotebookError, match="is not a valid notebook"):
        read(tmp_path, {**cell(), **parts}, minor=LATER)
    without = cell("markdown")
    del without["source"]
    with pytest.raises(NotebookError, match="its cell number 1 is damaged"):
        read(tmp_path, without, minor=LATER)


@pytest.mark.parametrize("minor", [LATER, 10**300, 1e300])
def test_a_later_version_with_cells_that_we_know_is_read_without_what_we_do_not_know(
    tmp_path: Path, minor: float
) -> None:
    stream = {"output_type": "stream", "name": "stdout", "text": ["x", "y"]}
    outputs = [{**stream, "colour": "red"}, {"output_type": "evil", "data": [1]}]
    found = read(tmp_path, cell("code", outputs=outputs, new=1), cell("markdown", new="<script>"), minor=minor)
    assert found.cells[0].outputs == [{"output_type": "stream", "name": "stdout", "text": "xy"}]
    assert all("new" not in each for each in found.cells)
    assert found.nbformat_minor == 5
    require_strictly_valid(found)


@pytest.mark.parametrize("output", [5, [], {"output_type": "display_data", "data": [1], "metadata": {}}])
def test_a_later_version_excuses_no_damaged_output(tmp_path: Path, output: Any) -> None:
    with pytest.raises(NotebookError, match="is not a valid notebook"):
        read(tmp_path, cell("code", outputs=[output]), minor=LATER)


ODD: tuple[Raw, ...] = (
    *(
        {name: 5}
        for name in ("raw_mimetype", "transient", "magics_language", "alt", "jupyter", "tags", "name", "format")
    ),
    {"cellView": "<script>"},
    *({"x": value} for value in (float("nan"), float("inf"), [float("-inf")], {"y": float("nan")})),
    {"jupyter": {"source_hidden": "yes", "x": [float("nan")]}, "collapsed": 0, "scrolled": "far", "editable": None},
    {"transient": {"remove_source": True}, "own_outputs": [{"output_type": "evil"}]},
    {"tags": ['x full-credit btn" onclick="pwned=1', ["y"], "a b", "", "\n"]},
)


@pytest.mark.parametrize("minor", [0, 4, 5, LATER])
@pytest.mark.parametrize("metadata", ODD)
@pytest.mark.parametrize("kind", ["code", "markdown", "raw"])
def test_metadata_of_a_cell_that_we_do_not_know_are_dropped(
    tmp_path: Path, kind: str, metadata: Raw, minor: int
) -> None:
    found = read(tmp_path, cell(kind, metadata), minor=minor)
    assert found.cells[0].metadata == {}
    require_strictly_valid(found)


def test_a_number_too_large_for_a_float_is_dropped_with_its_metadata(tmp_path: Path) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell()]}))
    path.write_text(
        path.read_text().replace('"metadata": {}', '"metadata": {"x": 1e999, "course": {"assignment": 1e999}}')
    )
    found = read_notebook(path)
    assert found.metadata == {}
    require_strictly_valid(found)


def test_metadata_that_we_know_stay(tmp_path: Path) -> None:
    known = {
        "collapsed": True, "cellView": "form", "deletable": False, "editable": True, "scrolled": "auto",
        "jupyter": {"source_hidden": True, "outputs_hidden": False}, "tags": ["keep-output", "mine", "mine"],
        "nbgrader": {"grade_id": "area", "points": 3},
    }  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}, "course": {"assignment": "a0"}}
    found = read(tmp_path, cell("code", known), metadata={**about, "widgets": {"x": [float("nan")]}})
    kept = {**known, "tags": ["keep-output", "mine"]}
    assert found.cells[0].metadata == kept
    assert found.metadata == about
    del kept["nbgrader"]
    assert own_cell(found.cells[0], set(), count(), same_id=True).metadata == kept


@pytest.mark.parametrize("minor", [1, 5, LATER])
def test_only_pictures_stay_attached(tmp_path: Path, minor: int) -> None:
    attached = {
        "good.png": {"image/png": PNG}, "lines.png": {"image/png": [PNG[:4], PNG[4:]], "text/plain": "x"}, "empty": {},
        "json": {"application/json": {"x": [1, float("nan")]}}, "odd": {'text/html" onerror="x': "AAAA"},
    }  # fmt: skip
    found = read(tmp_path, cell("markdown", attachments=attached), cell("markdown", attachments={"p": {}}), minor=minor)
    assert found.cells[0].attachments == {"good.png": {"image/png": PNG}, "lines.png": {"image/png": PNG}}
    assert "attachments" not in found.cells[1]
    require_strictly_valid(found)
