"""Whatever an editor does to a notebook, what is graded is what the student wrote."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.course.notebook import read_notebook
from autograder.course.released import ReleasedNotebook, released_in
from autograder.intake.recover import is_of, recover
from tests.conftest import A0
from tests.intake.damage import content, copied, place_of, shuffled, split, stripped, without
from tests.tiny import make_tiny_course

CLASS = '''class BertLayerNorm(nn.Module):
    """Of the right form, with another content."""

    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        largest = x.abs().amax(-1, keepdim=True)
        return self.weight * x / (largest + self.eps) + self.bias'''


@pytest.fixture(scope="module")
def handed_out(tmp_path_factory: pytest.TempPathFactory) -> NotebookNode:
    course = make_tiny_course(tmp_path_factory.mktemp("recover") / "course")
    notebook = nbformat.read(course.release(A0), as_version=4)
    notebook.metadata["answers"] = answers_of(read_master(course.master(A0)))
    return notebook


@pytest.fixture
def full(handed_out: NotebookNode) -> NotebookNode:
    return with_answers(handed_out, handed_out.metadata["answers"])


@pytest.fixture
def tiny(handed_out: NotebookNode) -> ReleasedNotebook:
    return released_in(handed_out)


@pytest.fixture(scope="module")
def large(a1_release: NotebookNode) -> ReleasedNotebook:
    return released_in(a1_release)


@pytest.fixture(scope="module")
def filled(a1_release: NotebookNode, a1_master: NotebookNode) -> NotebookNode:
    return with_answers(a1_release, answers_of(a1_master) | {"layer_norm": CLASS})


def test_an_untouched_notebook_stays_as_it_is(filled: NotebookNode, large: ReleasedNotebook) -> None:
    own = copy.deepcopy(filled)
    own.cells.insert(7, new_code_cell("helper = 1", id="mine"))
    recovery = recover(own, large)
    assert (recovery.note.certainty, recovery.note.notes, recovery.note.doubtful) == ("untouched", (), ())
    assert content(recovery.notebook) == content(own)
    assert [cell.id for cell in recovery.notebook.cells] == [cell.id for cell in own.cells]


@pytest.mark.parametrize("keep_ids", [True, False])
def test_dropped_metadata_are_found_again(filled: NotebookNode, large: ReleasedNotebook, keep_ids: bool) -> None:
    recovery = recover(stripped(filled, keep_ids), large)
    assert recovery.note.certainty == "sure"
    assert "76 cells had lost" in recovery.note.notes[0]
    assert content(recovery.notebook) == content(filled)
    assert [cell.metadata for cell in recovery.notebook.cells] == [cell.metadata for cell in filled.cells]
    nbformat.validate(recovery.notebook)


def test_an_unfilled_stripped_notebook_is_the_release(a1_release: NotebookNode, large: ReleasedNotebook) -> None:
    recovery = recover(stripped(a1_release), large)
    assert recovery.note.certainty == "sure"
    assert content(recovery.notebook) == content(a1_release)


@pytest.mark.parametrize("seed", range(5))
def test_cells_in_another_order_are_put_back(filled: NotebookNode, large: ReleasedNotebook, seed: int) -> None:
    recovery = recover(shuffled(filled, seed), large)
    assert recovery.note.certainty == "sure"
    assert "another order" in recovery.note.notes[0]
    assert content(recovery.notebook) == content(filled)


@pytest.mark.parametrize("seed", range(5))
def test_code_is_found_even_without_metadata_and_order_and_texts_are_doubtful(
    filled: NotebookNode, large: ReleasedNotebook, seed: int
) -> None:
    recovery = recover(stripped(shuffled(filled, seed)), large)
    assert recovery.note.certainty == "doubtful"
    code = [cell for cell in content(filled) if cell[1] == "code"]
    assert [cell for cell in content(recovery.notebook) if cell[1] == "code"] == code
    written = {cell.name for cell in large.cells if cell.kind == "answer" and not cell.is_code}
    assert written <= {*recovery.note.doubtful}


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("lines", [(3,), (8,), (9,), (10,), (3, 9), (3, 9, 11), (5, 8)])
def test_a_split_class_is_joined(
    filled: NotebookNode, large: ReleasedNotebook, lines: tuple[int, ...], named: bool
) -> None:
    for damaged in (split(filled, "layer_norm", *lines, named=named), stripped(split(filled, "layer_norm", *lines))):
        recovery = recover(damaged, large)
        assert content(recovery.notebook) == content(filled)
        assert recovery.note.certainty == "sure"
        assert any(f"split into {len(lines) + 1} parts" in note for note in recovery.note.notes)


def test_a_split_between_two_functions_is_joined(filled: NotebookNode, large: ReleasedNotebook) -> None:
    source = filled.cells[place_of(filled, "gelu")].source
    second = source[: source.index("def gelu_tanh")].count("\n")
    recovery = recover(stripped(split(filled, "gelu", second)), large)
    assert content(recovery.notebook) == content(filled)
    assert recovery.note.certainty == "sure"


def test_parts_that_are_far_apart_are_doubtful(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    damaged = split(full, "area", 1)
    damaged.cells.append(damaged.cells.pop(place_of(damaged, "area") + 1))
    for notebook in (damaged, stripped(damaged)):
        recovery = recover(notebook, tiny)
        assert "area" in recovery.note.doubtful
        assert "a part of it may stand in another cell" in " ".join(recovery.note.notes)


def test_an_indented_cell_of_their_own_is_no_part_of_an_answer(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    full.cells.insert(place_of(full, "area") + 1, new_code_cell("    print(area(2))"))
    recovery = recover(full, tiny)
    assert recovery.note.certainty == "untouched"
    assert content(recovery.notebook) == content(full)


def test_an_equal_copy_changes_nothing(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    recovery = recover(copied(full, "area", 1), tiny)
    assert recovery.note.certainty == "sure"
    assert content(recovery.notebook) == content(full)
    assert recovery.note.notes == ("The cell 'area' is there twice; one of them counts.",)


@pytest.mark.parametrize("to", [0, 1, 6, -1])
def test_an_unfilled_copy_undoes_nothing(
    full: NotebookNode, tiny: ReleasedNotebook, handed_out: NotebookNode, to: int
) -> None:
    stub = handed_out.cells[place_of(handed_out, "area")].source
    damaged = copied(full, "area", to % (len(full.cells) + 1), source=stub)
    for notebook in (damaged, stripped(damaged)):
        recovery = recover(notebook, tiny)
        assert content(recovery.notebook) == content(full)
        assert recovery.note.certainty == "sure"


def test_of_copies_that_differ_the_last_one_counts_and_a_person_is_asked(
    full: NotebookNode, tiny: ReleasedNotebook
) -> None:
    damaged = copied(full, "area", len(full.cells), source="def area(radius):\n    return 3 * radius**2")
    for notebook in (damaged, stripped(damaged)):
        recovery = recover(notebook, tiny)
        assert recovery.note.doubtful == ("area",)
        assert "the copies differ" in " ".join(recovery.note.notes)
        cells = content(recovery.notebook)
        place = [name for name, _, _ in cells].index("area")
        assert cells[place][2] == "def area(radius):\n    return 3 * radius**2"
        # the other one runs before it, so that it does not undo it
        assert cells[place - 1] == ("", "code", full.cells[place_of(full, "area")].source)


def test_deleted_cells_come_back_as_they_were_handed_out(
    full: NotebookNode, tiny: ReleasedNotebook, handed_out: NotebookNode
) -> None:
    recovery = recover(without(full, "imports", "test_area", "test_mean", "scheme_mean"), tiny)
    assert recovery.note.certainty == "sure"
    assert "'imports', 'test_area', 'test_mean', 'scheme_mean'" in recovery.note.notes[0]
    assert content(recovery.notebook) == content(full)
    unanswered = recover(without(full, "area", "explain_mean"), tiny)
    assert unanswered.missing == ("area", "explain_mean")
    names = {grade_id(cell): cell.source for cell in unanswered.notebook.cells}
    assert names["area"] == handed_out.cells[place_of(handed_out, "area")].source
    assert [name for name, _, _ in content(unanswered.notebook)] == [name for name, _, _ in content(full)]


def test_code_between_the_questions_comes_back_unless_the_student_does_the_same_elsewhere(
    filled: NotebookNode, large: ReleasedNotebook
) -> None:
    damaged = copy.deepcopy(filled)
    place = next(place for place, cell in enumerate(damaged.cells) if cell.source.startswith("DATASET = "))
    del damaged.cells[place]
    assert content(recover(damaged, large).notebook) == content(filled)
    damaged.cells[place].source = f'DATASET = "cifar10"\n{damaged.cells[place].source}'
    damaged.cells.insert(place, new_code_cell('DATASET = "cifar10"'))
    found = [cell.source for cell in recover(damaged, large).notebook.cells if cell.source.startswith("DATASET")]
    assert found == ['DATASET = "cifar10"']


def test_an_answer_in_a_cell_of_its_own_takes_the_place_of_the_unfilled_one(
    full: NotebookNode, tiny: ReleasedNotebook, handed_out: NotebookNode
) -> None:
    answer = full.cells[place_of(full, "area")].source
    damaged = with_answers(full, {"area": handed_out.cells[place_of(handed_out, "area")].source})
    damaged.cells.insert(place_of(damaged, "area") + 1, new_code_cell(answer))
    recovery = recover(damaged, tiny)
    assert content(recovery.notebook) == content(full)
    assert recovery.note.certainty == "sure"
    assert "stood in a cell of the student's own" in recovery.note.notes[0]


def test_two_answers_in_one_cell_are_both_found(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    area, mean = (full.cells[place_of(full, name)].source for name in ("area", "mean"))
    damaged = without(with_answers(full, {"area": f"{area}\n\n\n{mean}"}), "mean")
    for notebook in (damaged, stripped(damaged)):
        recovery = recover(notebook, tiny)
        assert recovery.note.certainty == "sure"
        found = {grade_id(cell): cell.source for cell in recovery.notebook.cells}
        assert found["mean"] == mean
        assert "stood in the cell of another" in " ".join(recovery.note.notes)


def test_a_renamed_function_is_taken_by_its_place_and_doubted(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    damaged = stripped(with_answers(full, {"area": "def surface(r):\n    x = 3.14159 * r * r\n    return x"}))
    recovery = recover(damaged, tiny)
    assert recovery.note.doubtful == ("area",)
    assert {grade_id(cell): cell.source for cell in recovery.notebook.cells}["area"].startswith("def surface")


def test_a_cell_with_a_syntax_error_is_known_by_its_first_line(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    damaged = with_answers(full, {"area": "def area(radius):\n    return (math.pi * radius**2"})
    recovery = recover(stripped(damaged), tiny)
    assert recovery.note.certainty == "sure"
    assert content(recovery.notebook) == content(damaged)


def test_a_written_answer_is_found_by_its_neighbours(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    recovery = recover(stripped(with_answers(full, {"explain_mean": "Because nothing has no middle."})), tiny)
    assert recovery.note.certainty == "sure"
    assert recovery.notebook.cells[-1].source == "Because nothing has no middle."
    assert grade_id(recovery.notebook.cells[-1]) == "explain_mean"


def test_a_written_answer_below_the_cell_for_it_is_shown_to_a_person(
    full: NotebookNode, tiny: ReleasedNotebook, handed_out: NotebookNode
) -> None:
    unfilled = with_answers(full, {"explain_mean": handed_out.cells[-1].source})
    unfilled.cells += [new_markdown_cell("Nothing to divide by."), new_markdown_cell("So it is not defined.")]
    for notebook in (unfilled, stripped(unfilled)):
        recovery = recover(notebook, tiny)
        assert recovery.note.doubtful == ("explain_mean",)
        assert recovery.notebook.cells[-1].source == "Nothing to divide by.\n\nSo it is not defined."


def test_pictures_in_a_written_answer_stay(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    full.cells[-1].attachments = NotebookNode({"image.png": {"image/png": "aGk="}})
    recovery = recover(stripped(full), tiny)
    assert recovery.notebook.cells[-1].attachments == {"image.png": {"image/png": "aGk="}}


def test_cells_of_their_own_stay_behind_their_neighbours(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    damaged = copy.deepcopy(full)
    damaged.cells.insert(place_of(damaged, "area"), new_code_cell("helper = 1"))
    damaged.cells.insert(place_of(damaged, "mean") + 1, new_markdown_cell("my notes"))
    expected = content(damaged)
    recovery = recover(stripped(damaged), tiny)
    assert content(recovery.notebook) == expected
    ids = [cell.id for cell in recovery.notebook.cells]
    assert len(set(ids)) == len(ids)
    again = recover(stripped(damaged), tiny)
    assert ids == [cell.id for cell in again.notebook.cells]


def test_a_changed_type_is_changed_back(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    for name in ("area", "test_area"):
        cell = full.cells[place_of(full, name)]
        cell.cell_type = "markdown"
        del cell["outputs"], cell["execution_count"]
    recovery = recover(full, tiny)
    assert recovery.note.notes == (
        "The cell 'area' was turned into another type of cell; it was turned back.",
        "The cell 'test_area' was turned into another type of cell; it was turned back.",
    )
    assert content(recovery.notebook)[place_of(full, "area")] == (
        "area",
        "code",
        full.cells[place_of(full, "area")].source,
    )
    nbformat.validate(recovery.notebook)


def test_claims_about_a_cell_gain_nothing(full: NotebookNode, tiny: ReleasedNotebook, handed_out: NotebookNode) -> None:
    forged = copy.deepcopy(full)
    bonus = new_code_cell("1000.0", id="bonus")
    bonus.metadata["nbgrader"] = {"grade": True, "grade_id": "bonus", "points": 1000, "solution": False}
    test = forged.cells[place_of(forged, "test_area")]
    test.source = "3.0"
    test.metadata.nbgrader.update(points=1000, solution=True, locked=False)
    forged.cells.append(bonus)
    recovery = recover(forged, tiny)
    cells = {cell.id: cell for cell in recovery.notebook.cells}
    assert "nbgrader" not in cells["bonus"].metadata
    released = handed_out.cells[place_of(handed_out, "test_area")]
    assert cells["test_area"].metadata == released.metadata
    assert cells["test_area"].source == released.source
    assert [grade_id(cell) for cell in recovery.notebook.cells].count("test_area") == 1


def test_a_stolen_id_is_doubtful_and_equal_ids_are_made_different(full: NotebookNode, tiny: ReleasedNotebook) -> None:
    swapped = copy.deepcopy(full)
    area, mean = (swapped.cells[place_of(swapped, name)] for name in ("area", "mean"))
    area.id, mean.id = "mean", "area"
    recovery = recover(swapped, tiny)
    assert content(recovery.notebook) == content(full)
    assert set(recovery.note.doubtful) == {"area", "mean"}
    twice = copy.deepcopy(full)
    twice.cells.append(new_code_cell("mine = 1", id="area"))
    found = recover(twice, tiny).notebook
    assert content(found) == [*content(full), ("", "code", "mine = 1")]
    assert len({cell.id for cell in found.cells}) == len(found.cells)


def test_another_notebook_is_told(tiny: ReleasedNotebook, filled: NotebookNode, full: NotebookNode) -> None:
    recovery = recover(filled, tiny)
    assert recovery.note.certainty == "doubtful"
    assert not is_of(filled, tiny)
    assert is_of(stripped(full), tiny)
    empty = nbformat.v4.new_notebook()
    assert "No cell of the assignment was found" in recover(empty, tiny).note.notes[0]


def test_a_monstrous_notebook_takes_no_monstrous_time(tiny: ReleasedNotebook, full: NotebookNode) -> None:
    monster = stripped(full)
    monster.cells += [new_code_cell(f"def area(x{number}):\n    return {number}") for number in range(300)]
    monster.cells += [new_code_cell("x = (" * 5000), new_code_cell("y = 1\n" * 60_000), new_markdown_cell("a" * 10**6)]
    monster.cells += [new_code_cell(f"value{number} = {number}") for number in range(3000)]
    recovery = recover(monster, tiny)
    assert recovery.note.doubtful == ("area",)
    names = [grade_id(cell) for cell in recovery.notebook.cells if grade_id(cell)]
    assert names == [cell.name for cell in tiny.cells if cell.name]


def test_without_a_release_nothing_is_touched(full: NotebookNode) -> None:
    assert recover(full, ReleasedNotebook(())).notebook is full


def test_cell_ids_in_an_older_format_are_no_reason_to_refuse(
    full: NotebookNode, tiny: ReleasedNotebook, tmp_path: Path
) -> None:
    older = stripped(full, keep_ids=True)
    older.nbformat_minor = 4
    path = tmp_path / "older.ipynb"
    path.write_text(json.dumps(older))
    assert content(recover(read_notebook(path), tiny).notebook) == content(full)
