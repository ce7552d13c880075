"""A gradebook that is held open while a class is graded: nobody's changes are missed, none of ours half made."""

import pytest
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.nbgrader.held_gradebook import HeldGradebook
from tests.conftest import A0

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def first_name(held: HeldGradebook) -> str | None:
    with held.opened() as gradebook:
        return gradebook.find_student("anna").first_name  # type: ignore[no-any-return]


def test_it_is_the_same_gradebook_each_time_and_shows_what_others_wrote(tiny_course: Course) -> None:
    with HeldGradebook.hold(tiny_course.db_url) as held:
        with held.opened() as one:
            one.add_student("anna", first_name="Ann")
        with held.opened() as other:
            assert other is one
        assert first_name(held) == "Ann"
        with Gradebook(tiny_course.db_url) as another:
            another.update_or_create_student("anna", first_name="Anna")
        assert first_name(held) == "Anna"


def test_what_was_not_committed_is_undone(tiny_course: Course) -> None:
    with HeldGradebook.hold(tiny_course.db_url) as held:
        with held.opened() as gradebook:
            gradebook.add_student("anna", first_name="Ann")
        with held.opened() as gradebook:
            gradebook.find_student("anna").first_name = "Nobody"
        assert first_name(held) == "Ann"


def test_source_cells_are_read_once_while_it_is_held(tiny_course: Course) -> None:
    with HeldGradebook.hold(tiny_course.db_url) as held:
        cells = held.source_cells(A0, A0)
        assert held.source_cells(A0, A0) is cells
    with HeldGradebook.hold(tiny_course.db_url) as held:
        again = held.source_cells(A0, A0)
    assert again is not cells
    assert again == cells
    assert cells["test_area"].locked
    assert cells["test_area"].metadata["points"] == 3
    assert not cells["area"].locked
