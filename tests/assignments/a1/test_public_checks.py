"""Public checks of assignment 1: they accept all that the conventions allow, and name the likely slip."""

import contextlib
import io
import re
import textwrap
import warnings
from collections.abc import Iterator
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.cells import grade_id
from autograder.course.master import defining_cells
from tests.assignments.a1.test_sheet import POINTS
from tests.conftest import A1

# question, a wrong answer, and what the public check says of it
SLIPS = [
    ("pixel_attention", "query_and_key_exchanged", "read through W_q and the keys through W_k: are the two swapped?"),
    ("pixel_attention", "heads_interleaved", "all numbers of head 0 come first"),
    ("pixel_attention", "scaled_scores", "no factor 1 / sqrt"),
    ("gaussian_score", "completed_square", "a constant was added"),
    ("gaussian_score", "cross_term_sign", "check the sign"),
    ("gaussian_score", "missing_factor_two", "a factor is missing"),
    ("conv_to_attention", "sign_of_delta", "the sign of Delta"),
    ("conv_to_attention", "axes_swapped", "are they swapped?"),
    ("conv_to_attention", "not_transposed", "output channels first"),
    ("limit", "clamped_to_size", "is not a pixel of a 5 x 4 image"),
    ("attention_cost", "fixed_d_p", "does not change with D_p"),
    ("relative_embedding", "constant_added", "a constant was added"),
    ("relative_embedding", "tensor_cuts_gradients", "no gradient reaches"),
    ("absolute_embedding", "positions_from_one", "counted from 0"),
    ("absolute_embedding", "no_check_of_dimension", "raise a ValueError"),
    ("visualize_abs", "axes_returned", "first the figure itself"),
    ("visualize_abs", "no_title", "lacks a title"),
    ("visualize_abs", "draws_scaled", "as they are"),
    ("visualize_rel", "no_axis_labels", "lacks a label on its x axis and a label on its y axis"),
    ("visualize_rel", "sign_of_centre", "yours at q + Delta"),
    ("verify_limit", "query_swapped", "the two entries of the query"),
    ("verify_limit", "alphas_sorted", "in the given order"),
    ("gelu", "torch_gelu", "torch's own GELU is forbidden"),
    ("gelu", "swapped", "are the two swapped?"),
    ("visualize_gelu", "second_panel_bare", "panel 2 of the figure lacks"),
    ("visualize_gelu", "nothing_returned", "returned nothing"),
    ("layer_norm", "unbiased_variance", "divided by D - 1"),
    ("layer_norm", "torch_layer", "torch's own norms are forbidden"),
    ("layer_norm", "mean_of_squares", "difference of two large numbers"),
    ("ffn", "torch_layer_norm", "your code uses torch's layer_norm"),
    ("ffn", "relu", "is your gelu_exact used?"),
    ("ffn", "dropout_in_evaluation", "nothing is dropped"),
    ("training", "evaluation_mode", "evaluation mode"),
    ("training", "coordinates_swapped", "are the two swapped?"),
]


class Notebook:
    """The master's definitions, in which one answer at a time takes another's place."""

    def __init__(self, course: Course, master: NotebookNode) -> None:
        self.folder = course.master(A1).parent / "checks"
        self.cells = {grade_id(cell): cell.source for cell in master.cells if cell.cell_type == "code"}
        self.names: dict[str, Any] = {"__name__": A1}
        for source in (self.cells["public_checks"], *defining_cells(master).values()):
            exec(source, self.names)

    def check(self, question: str, answer: str) -> str:
        """What the public check says of an answer; empty where it passes."""
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(answer, self.names)
                exec(self.cells[f"test_{question}"], self.names)
        except AssertionError as error:
            return str(error)
        finally:
            exec(self.cells[question], self.names)
            plt.close("all")
        assert "public checks passed" in printed.getvalue()
        return ""


@pytest.fixture(scope="module")
def notebook(course: Course, a1_master: NotebookNode) -> Iterator[Notebook]:
    with pytest.MonkeyPatch.context() as patch, matplotlib.rc_context():
        patch.setenv("NBGRADER_EXECUTION", "autograde")
        yield Notebook(course, a1_master)


@pytest.mark.parametrize("question", POINTS)
def test_every_right_answer_passes_its_public_check(notebook: Notebook, question: str) -> None:
    variants = sorted((notebook.folder / question / "variants").glob("*.py"))
    said = {path.stem: notebook.check(question, path.read_text()) for path in variants}
    assert said == dict.fromkeys(said, "")


ALLOWED = {
    "a count as a float": ("mhsa_parameters", "def num_mhsa_parameters(*sizes): return float(right(*sizes))"),
    "a count with no axis": ("mhsa_parameters", "def num_mhsa_parameters(*sizes): return torch.tensor(right(*sizes))"),
    "an array of scores": ("gaussian_score", "def gaussian_score(*given): return right(*given).numpy()"),
    "a head's matrix in lists": ("head_matrix", "def head_matrix(*given): return right(*given).tolist()"),
    "three arrays": ("conv_to_attention", "def conv_to_attention(*given): return [np.asarray(part) for part in right(*given)]"),
    "a pixel as an array": ("limit", "def nearest_pixel(*given): return np.array(right(*given))"),
    "centres in lists": ("dilation", "def dilated_centers(*given): return right(*given).tolist()"),
    "an array of pixels": ("stride", "def strided(*given): return right(*given).numpy()"),
    "an array of positions": ("training", "def head_positions(model): return right(model).numpy()"),
}  # fmt: skip


@pytest.mark.parametrize("allowed", ALLOWED)
def test_public_checks_accept_what_the_conventions_allow(notebook: Notebook, allowed: str) -> None:
    question, answer = ALLOWED[allowed]
    name = re.search(r"def (\w+)", answer)[1]  # type: ignore[index]
    kept = f"right = {name}\n"
    assert notebook.check(question, notebook.cells[question] + "\n" + kept + answer) == ""


@pytest.mark.parametrize(("question", "mistake", "words"), SLIPS)
def test_public_checks_name_the_likely_slip(notebook: Notebook, question: str, mistake: str, words: str) -> None:
    wrong = (notebook.folder / question / "mistakes" / f"{mistake}.py").read_text()
    assert words in notebook.check(question, wrong)


def test_own_function_called_gelu_is_not_torchs(notebook: Notebook) -> None:
    own = """
        def gelu(x, gate):
            return 0.5 * x * (1 + gate)

        def gelu_exact(x):
            return gelu(x, torch.erf(x / 2**0.5))

        def gelu_tanh(x):
            return gelu(x, torch.tanh((2 / math.pi) ** 0.5 * (x + 0.044715 * x**3)))
    """
    assert notebook.check("gelu", textwrap.dedent(own)) == ""
