"""Assignment 1 keeps to its sheet: points, labels, names and signatures."""

import ast
import re
from collections import Counter

import pytest
from nbformat import NotebookNode

from autograder.course.cells import grade_id
from autograder.course.headings import headings_in
from autograder.course.marking_scheme import without_schemes
from autograder.course.questions import questions
from tests.conftest import ROOT

# id: (points checked by machine, points given by a TA)
POINTS = {
    "mhsa_parameters": (2.5, 0), "pixel_attention": (3, 2), "gaussian_score": (2.5, 0), "attention_cost": (6, 4),
    "head_matrix": (3, 2), "conv_to_attention": (5, 0), "limit": (4, 6), "constant": (5, 0),
    "padding": (2, 3), "dilation": (2, 3), "stride": (2, 3),
    "absolute_embedding": (4, 0), "relative_embedding": (4, 0), "visualize_abs": (2, 0), "visualize_rel": (2, 0),
    "verify_limit": (3, 0), "gelu": (4, 0), "visualize_gelu": (1, 0), "layer_norm": (5, 0), "ffn": (5, 0), "training": (4, 6),
}  # fmt: skip
SECTIONS = {
    "1a": 7.5, "1b": 12.5, "1c": 10, "1d": 15, "1e": 15, "2a": 15, "2b": 5, "2c": 5, "2d": 5, "2e": 10,
}  # fmt: skip
LABELS = [
    "1a.1",
    "1a.2",
    "1b.1",
    "1b.2",
    "1c.1",
    "1c.2",
    "1d.1",
    "1d.2",
    "1e.1",
    "1e.2",
    "1e.3",
    "2a.1",
    "2a.2",
    "2a.3",
    "2a.4",
    "2a.5",
    "2b.1",
    "2b.2",
    "2c",
    "2d",
    "2e",
]
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


def test_points_of_every_question_are_those_of_the_sheet(a1_master: NotebookNode) -> None:
    assert {q.id: (q.auto_points, q.manual_points) for q in questions(a1_master)} == POINTS
    assert [question.label for question in questions(a1_master)] == LABELS


def test_points_add_up_per_section_and_to_a_hundred(a1_master: NotebookNode) -> None:
    total: Counter[str] = Counter()
    for question in questions(a1_master):
        total[question.section] += question.points  # type: ignore[assignment]
    assert total == SECTIONS
    assert sum(total.values()) == 100


@pytest.mark.parametrize("kind", ["a1_master", "a1_release"])
def test_signatures_are_those_of_the_sheet(kind: str, request: pytest.FixtureRequest) -> None:
    notebook = request.getfixturevalue(kind)
    cells = {grade_id(cell): cell.source for cell in notebook.cells}
    assert {name: signatures(cells[name]) for name in SIGNATURES} == SIGNATURES


def test_pictures_travel_inside_the_notebook(a1_master: NotebookNode) -> None:
    pictures = [name for cell in a1_master.cells for name in cell.get("attachments", {})]
    assert len(pictures) == 3


def test_time_on_top_is_the_sum_of_the_headings(a1_master: NotebookNode) -> None:
    texts = [cell.source for cell in a1_master.cells if cell.cell_type == "markdown"]
    minutes: Counter[str] = Counter()
    for heading in (heading for text in texts for heading in headings_in(text)):
        minutes[heading.label[0]] += heading.minutes
    rows = re.findall(r"\*\*Question (\d)\*\* \|.*\| (?:(\d+) h)? ?(?:(\d+) min)? \|", texts[0])
    assert {label: 60 * int(hours or 0) + int(rest or 0) for label, hours, rest in rows} == minutes


def test_given_text_and_code_give_no_answer_away(a1_master: NotebookNode) -> None:
    stub = re.compile("### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)
    given = {
        grade_id(cell) or cell.id: stub.sub("", without_schemes(cell.source))
        for cell in a1_master.cells
        if not grade_id(cell).startswith("explain_")
    }
    # 1e.1: torch's names stand where one of them is to be chosen, and nowhere else
    assert [text.count("replicate") for text in given.values() if "replicate" in text] == [1, 1, 1]
    everything = "\n".join(given.values())
    # 1b.1 in a check, 1b.2 in a hint, 1c.1 beside the theorem, 1d.2, 2e in the training loop
    for answer in (
        "2 * (3 + 2)",
        "+ 4 + 16",
        "1 projection",
        "product through $D_o$",
        "|Delta|^2 in",
        ".clone()",
        ".detach().cpu",
    ):
        assert answer not in everything, answer
    errata = (ROOT / "ERRATA.md").read_text()
    assert not any(answer in errata for answer in ("-|Delta|^2", "centre `-s`", "W_v^(h)", "nearest"))


def test_schemes_are_in_half_points_and_name_wrong_arguments(a1_master: NotebookNode) -> None:
    schemes = [cell.source for cell in a1_master.cells if grade_id(cell).startswith("scheme_")]
    assert len(schemes) == 8
    for scheme in schemes:
        earns = [line.split()[1] for line in scheme.splitlines() if line.startswith("- ")]
        assert set(earns) <= {"0.5", "1"}
        assert "Common wrong arguments" in scheme
