"""Outputs are bounded in what they cost those who store, check and write them, not only in their characters."""

import math
from typing import Any, cast

import nbformat
import pytest
from nbformat import from_dict

from autograder.jail import Limits
from autograder.jail.output_size import parts_of, size_of
from autograder.jail.outside.jail import Jail
from autograder.jail.outside.notebook import CellSource, NotebookRun

EMPTY = {"output_type": "display_data", "data": {}, "metadata": {}}
MOST_PARTS = 100_000


class RewrittenJail:
    """A jail as student code may rewrite it: every cell puts out what it likes."""

    deadline = 0.0

    def __init__(self, *cells: tuple[list[Any], list[Any]]) -> None:
        self.cells = iter(cells)

    def run_cell(self, *about: Any) -> tuple[Any, Any, Any, bool]:
        outputs, updates = next(self.cells)
        return outputs, updates, 1, False

    def begin(self, *about: Any) -> None: ...

    def settle(self) -> None: ...

    def close(self) -> None: ...


def run(*cells: tuple[list[Any], list[Any]]) -> NotebookRun:
    jail = cast(Jail, RewrittenJail(*cells))
    return NotebookRun(lambda limits: jail, [CellSource(str(n), "") for n in range(len(cells))], Limits(), {}, 0)


def shown(done: NotebookRun) -> list[Any]:
    return [output for outputs in done.outputs.values() for output in outputs]


def test_nothing_counts_as_nothing():
    assert size_of([[]] * 1000) >= 1000
    assert size_of([""] * 1000) >= 1000
    assert parts_of({"a": [1, "x"], "b": {}}) == 7


def test_a_notebook_has_no_more_outputs_than_people_can_handle():
    done = run(*[([EMPTY] * 5000, [])] * 200)
    assert 1_000 < len(shown(done)) < 20_000
    assert parts_of(shown(done)) <= MOST_PARTS + len(done.cells)


def test_a_notebook_has_no_more_values_than_can_be_written():
    lists = {"output_type": "display_data", "data": {"application/json": [[]] * 50_000}, "metadata": {}}
    assert parts_of(shown(run(*[([lists], [])] * 200))) <= MOST_PARTS + 200


def test_displays_are_changed_only_so_often():
    display = {**EMPTY, "data": {"text/plain": "0"}, "display_id": "a"}
    updates = [{"display_id": "a", "data": {"text/plain": str(number)}, "metadata": {}} for number in range(1, 5000)]
    done = run(*[([display] * 4000, [])] * 3, ([], updates))
    changes = sum(int(output["data"]["text/plain"]) for output in shown(done))
    # every display as often as asked would be some ten million, and take minutes
    assert 10_000 < changes < 1_000_000


def test_a_long_progress_bar_leaves_room_for_what_follows():
    bar = {**EMPTY, "data": {"text/plain": "0 %"}, "display_id": "a"}
    updates = [{"display_id": "a", "data": {"text/plain": f"{n} of 4000"}, "metadata": {}} for n in range(4000)]
    done = run(*[([{**bar, "display_id": str(n)}], [{**u, "display_id": str(n)} for u in updates]) for n in range(40)])
    assert {output["data"]["text/plain"] for output in shown(done)} == {"3999 of 4000"}


class Unwritable:
    """A part of an answer that must not be written out: with thousands of tensors that takes minutes."""

    def __repr__(self) -> str:
        raise AssertionError("this was written out")

    def __hash__(self) -> int:
        return 0


def test_what_is_no_text_is_not_written_out():
    odd = Unwritable()
    error = {"output_type": "error", "ename": odd, "evalue": odd, "traceback": [odd, "a line"]}
    display = {**EMPTY, "data": {"text/plain": odd, odd: "x"}, "metadata": {odd: "x"}}
    first, second = shown(run(([error, display], [])))
    assert first == {"output_type": "error", "ename": "", "evalue": "", "traceback": ["a line"]}
    assert second["metadata"] == {}
    assert set(second["data"]) == {"text/plain"}


ODD_METADATA: list[Any] = [
    5, [1], {"filenames": 5}, {"filenames": {"image/png": "/formgrader/x"}}, {"text/html": 5}, {"image/png": [1]},
    {"text/html": {"isolated": True}}, {"autograder_question": "area"}, {"a": math.inf, "b": {"c": [math.nan]}},
    *({"image/png": {side: size}} for side in ("width", "height") for size in (
        "1 onerror=window.pwned=1 ", "1\n", "", -1, 0, True, 10**30, math.inf, math.nan, [1], {"a": 1}, None
    )),
    {"width": "1 onerror=x", "alt": 5, "unconfined": "yes", "needs_background": ["light"]},
]  # fmt: skip


@pytest.mark.parametrize("metadata", ODD_METADATA)
def test_metadata_that_a_page_might_believe_are_dropped(metadata: Any):
    display = {**EMPTY, "data": {"image/png": "AAAA"}, "metadata": metadata, "display_id": "a"}
    update = {"display_id": "a", "data": {"image/png": "BBBB"}, "metadata": metadata}
    assert [output["metadata"] for output in shown(run(([display], [])))] == [{}]
    assert [output["metadata"] for output in shown(run(([{**display, "metadata": {}}], [update])))] == [{}]


def test_the_size_of_a_picture_stays():
    about = {"width": 300, "height": 120.5, "alt": "A curve", "unconfined": True, "needs_background": "light"}
    texts = {"width": "50%", "height": "40px"}
    metadata = {"image/png": about, "image/jpeg": texts, "needs_background": "dark", "width": "7"}
    assert [output["metadata"] for output in shown(run(([{**EMPTY, "metadata": metadata}], [])))] == [metadata]


def test_values_stand_only_where_a_valid_notebook_has_them():
    data = {kind: {"a": [1]} for kind in ("application/json", "application/x+json", "text/x+json", "x/json", "+json")}
    output = shown(run(([{**EMPTY, "data": data}], [])))[0]
    nbformat.validate(from_dict(output), ref="display_data", version=4, version_minor=5)
    assert output["data"]["application/x+json"] == {"a": [1]}
