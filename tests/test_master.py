"""The master of assignment 1: points, names, form, and that it answers itself."""

import ast
import copy
from collections import Counter

import jupytext
import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course.folder import Course
from autograder.errors import CourseError
from autograder.course.master import grade_id, questions, read_master, run_cells
from tests.conftest import A1
from tests.kernel import errors_of, printed, run_in_kernel

# id: (points checked by machine, points given by a TA)
POINTS = {
    "mhsa_parameters": (2.5, 0), "pixel_attention": (3, 2), "gaussian_score": (2.5, 0), "attention_cost": (6, 4),
    "head_matrix": (3, 2), "conv_to_attention": (5, 0), "limit": (4, 6), "constant": (5, 0),
    "padding": (2, 3), "dilation": (2, 3), "stride": (2, 3),
    "absolute_embedding": (4, 0), "relative_embedding": (4, 0), "visualize_abs": (2, 0), "visualize_rel": (2, 0),
    "verify_limit": (3, 0), "gelu": (4, 0), "visualize_gelu": (1, 0), "layer_norm": (5, 0), "ffn": (5, 0), "training": (4, 6),
}  # fmt: skip
LETTERS = {
    (1, "a"): 7.5, (1, "b"): 12.5, (1, "c"): 10, (1, "d"): 15, (1, "e"): 15,
    (2, "a"): 15, (2, "b"): 5, (2, "c"): 5, (2, "d"): 5, (2, "e"): 10,
}  # fmt: skip
SIGNATURES = {
    "mhsa_parameters": {"num_mhsa_parameters": "n_heads, d_in, d_hid, d_o, d_out"},
    "pixel_attention": {
        "self_attention_pixel": "Z, q, W_q, W_k, W_v",
        "multihead_pixel": "Z, q, W_q, W_k, W_v, W_out, b_out",
    },
    "gaussian_score": {"gaussian_score": "delta, center, alpha"},
    "attention_cost": {"mults_absolute": "N, D", "mults_gaussian": "N, D, D_p", "score_order": "kind"},
    "head_matrix": {"head_matrix": "W_v, W_out, h"},
    "conv_to_attention": {"conv_to_attention": "weight, bias"},
    "limit": {"limit_probability": "delta, center", "nearest_pixel": "q, center, width, height"},
    "constant": {"constant_c": "center"},
    "padding": {"same_padding": "K"},
    "dilation": {"dilated_centers": "K, dilation"},
    "stride": {"strided": "conv_output, stride"},
    "absolute_embedding": {
        "AbsolutePositionalEmbedding.__init__": "self, width, height, embedding_dim",
        "AbsolutePositionalEmbedding.forward": "self",
    },
    "relative_embedding": {
        "RelativePositionalEmbedding.__init__": "self, width, height",
        "RelativePositionalEmbedding.forward": "self",
        "RelativePositionalEmbedding.attention_scores": "self, centers, alphas",
    },
    "visualize_abs": {"visualize_abs_positional_embedding": "embedding, query"},
    "visualize_rel": {"visualize_rel_positional_embedding": "embedding, query, center, alpha"},
    "verify_limit": {"verify_limit": "width, height, query, center, alphas"},
    "gelu": {"gelu_exact": "x", "gelu_tanh": "x"},
    "visualize_gelu": {"visualize_gelu": "x"},
    "layer_norm": {
        "BertLayerNorm.__init__": "self, hidden_size, eps=1e-12",
        "BertLayerNorm.forward": "self, x",
    },
    "ffn": {"BertFFN.__init__": "self, config", "BertFFN.forward": "self, hidden_states"},
    "training": {"head_positions": "model"},
}


def signatures(source: str) -> dict[str, str]:
    """Every function and method that a cell defines, with its arguments."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = ast.unparse(node.args)
        if isinstance(node, ast.ClassDef):
            methods = (item for item in node.body if isinstance(item, ast.FunctionDef))
            found |= {f"{node.name}.{method.name}": ast.unparse(method.args) for method in methods}
    return found


def test_points_of_every_question_are_those_of_the_sheet(master: NotebookNode) -> None:
    assert {q.id: (q.auto_points, q.manual_points) for q in questions(master)} == POINTS


def test_points_add_up_per_letter_and_to_a_hundred(master: NotebookNode) -> None:
    total: Counter[tuple[int, str]] = Counter()
    for question in questions(master):
        total[question.part, question.letter] += question.points
    assert total == LETTERS
    assert sum(total.values()) == 100


@pytest.mark.parametrize("kind", ["master", "release"])
def test_signatures_are_those_of_the_sheet(kind: str, request: pytest.FixtureRequest) -> None:
    notebook = request.getfixturevalue(kind)
    cells = {grade_id(cell): cell.source for cell in notebook.cells}
    assert {name: signatures(cells[name]) for name in SIGNATURES} == SIGNATURES


@pytest.mark.parametrize("kind", ["master", "release"])
def test_notebook_is_valid_and_its_ids_are_unique(kind: str, request: pytest.FixtureRequest) -> None:
    notebook = request.getfixturevalue(kind)
    nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


def test_every_written_part_has_a_marking_scheme_that_adds_up(master: NotebookNode) -> None:
    cells = {grade_id(cell): cell.source for cell in master.cells}
    for question in questions(master):
        if question.manual_points:
            scheme = cells[f"scheme_{question.id}"].split("BEGIN MARK SCHEME")[1]
            given = [float(line.split()[1]) for line in scheme.splitlines() if line.startswith("- ")]
            assert sum(given) == question.manual_points, question.id


def test_master_keeps_its_text_when_jupyter_saves_it(course: Course) -> None:
    path = course.master(A1)
    notebook = jupytext.read(path, fmt="py:percent")
    assert jupytext.writes(notebook, fmt="py:percent").splitlines() == path.read_text().splitlines()


def test_master_runs_from_top_to_bottom_and_passes_its_public_checks(master: NotebookNode) -> None:
    notebook = run_in_kernel(copy.deepcopy(master))
    assert errors_of(notebook) == {}
    for cell in notebook.cells:
        if grade_id(cell).startswith("test_"):
            assert printed(cell).endswith("public checks passed\n"), grade_id(cell)


def test_running_an_unknown_cell_says_which(course: Course) -> None:
    with pytest.raises(CourseError, match="no cell named nonsense"):
        run_cells(course.master(A1), ["nonsense"])


def test_pictures_travel_inside_the_notebook(master: NotebookNode) -> None:
    pictures = [name for cell in master.cells for name in cell.get("attachments", {})]
    assert len(pictures) == 3
    assert not any("](figures/" in cell.source for cell in master.cells)


def test_reading_a_master_twice_gives_the_same_notebook(course: Course, master: NotebookNode) -> None:
    assert read_master(course.master(A1)) == master
