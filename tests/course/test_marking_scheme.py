"""Marking schemes are found line by line."""

from autograder.course.marking_scheme import with_schemes_between, without_schemes

TEXT = "before\n### BEGIN MARK SCHEME\nfour points\n### END MARK SCHEME\nafter"


def test_a_scheme_is_left_out_and_what_stands_around_it_stays() -> None:
    assert without_schemes(TEXT) == "before\n\nafter"
    assert without_schemes(f"{TEXT}\n{TEXT}") == "before\n\nafter\nbefore\n\nafter"
    assert without_schemes("before\nBEGIN MARK SCHEME\nsecret\n") == "before\n"
    assert without_schemes("no scheme\n\n") == "no scheme\n\n"


def test_a_scheme_is_put_between_other_lines() -> None:
    assert with_schemes_between(TEXT, "<b>", "</b>") == "before\n<b>four points\n</b>\nafter"
    assert with_schemes_between("BEGIN MARK SCHEME\nx", "<b>", "</b>") == "BEGIN MARK SCHEME\nx"
