"""Notebooks of every assignment are put back into their form, whatever answers stand in them."""

from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.released import released_in
from autograder.diagnosis.examples import MISTAKE, VARIANT, read_examples
from autograder.intake.recover import recover
from tests.intake.damage import content, stripped

ONE_OF = 6


def test_known_answers_are_found_in_a_notebook_without_metadata(
    course: Course, assignment: str, master: NotebookNode, release: NotebookNode
) -> None:
    right, large, solution = answers_of(master), released_in(release), course.solution(assignment)
    known = [*read_examples(solution, MISTAKE), *read_examples(solution, VARIANT)]
    assert known
    for example in known[::ONE_OF]:
        handed_in = with_answers(release, right | {example.question: example.source})
        recovery = recover(stripped(handed_in), large)
        assert content(recovery.notebook) == content(handed_in), example
