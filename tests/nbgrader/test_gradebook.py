"""A gradebook that is held open while a class is graded: nobody's changes are missed, none of ours half made."""

import pytest
from nbgrader.api import Gradebook

from autograder.course.folder import Course
from autograder.nbgrader.gradebook import hold, opened, source_cells
from autograder.course.release import release
from tests.conftest import A0

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


@pytest.fixture
def released(tiny_course: Course) -> Course:
    release(tiny_course, A0)
    return tiny_course


def first_name(url: str) -> str | None:
    with opened(url) as gradebook:
        return gradebook.find_student("anna").first_name  # type: ignore[no-any-return]


def test_it_is_the_same_gradebook_each_time_and_shows_what_others_wrote(released: Course) -> None:
    url = released.db_url
    with hold(url):
        with opened(url) as one:
            one.add_student("anna", first_name="Ann")
        with opened(url) as other:
            assert other is one
        assert first_name(url) == "Ann"
        with Gradebook(url) as another:
            another.update_or_create_student("anna", first_name="Anna")
        assert first_name(url) == "Anna"
    with opened(url) as later:
        assert later is not one


def test_what_was_not_committed_is_undone(released: Course) -> None:
    url = released.db_url
    with hold(url):
        with opened(url) as gradebook:
            gradebook.add_student("anna", first_name="Ann")
        with opened(url) as gradebook:
            gradebook.find_student("anna").first_name = "Nobody"
        assert first_name(url) == "Ann"


def test_source_cells_are_read_once_while_it_is_held(released: Course) -> None:
    url = released.db_url
    with hold(url):
        cells = source_cells(url, A0, A0)
        assert source_cells(url, A0, A0) is cells
    again = source_cells(url, A0, A0)
    assert again is not cells
    assert again == cells
    assert cells["test_area"].locked
    assert cells["test_area"].marks["points"] == 3
    assert not cells["area"].locked
