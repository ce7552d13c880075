"""What checks bring into the jail comes after the questions that it would answer."""

from autograder.course.solution import SolutionFolder
from autograder.judge import Judge
from autograder.judge.bundle import read_bundle
from autograder.judge.order import in_order
from tests.conftest import ROOT

ASKING_FOR_ATTENTION = ("gaussian_score", "limit", "relative_embedding", "visualize_rel", "verify_limit")


def test_the_model_of_the_last_question_is_planted_after_all_that_ask_for_its_attention() -> None:
    with Judge(read_bundle(SolutionFolder(ROOT / "solutions" / "a1_attention_and_convolution"))) as judge:
        judged = in_order(sorted(judge._words, key=judge._tells.__getitem__), judge._words, judge._lent)
    assert all(judged.index(name) < judged.index("training") for name in ASKING_FOR_ATTENTION)
