"""Nobody gets somebody else's grade: what fits two fits nobody."""

from autograder.course.names import name_keys
from autograder.export.grades import StudentGrade
from autograder.export.people import matched


def by_name(rows: list[str], students: list[StudentGrade]) -> dict[str, str]:
    found = matched(rows, students, [(lambda row: name_keys(row), lambda student: name_keys(student.name))])
    return {row: student.student for row, student in found.items()}


def test_names_are_compared_in_either_order_and_whatever_their_capitals() -> None:
    assert by_name(["de Vries,  Ben"], [StudentGrade("b", "Ben", "De Vries")]) == {"de Vries,  Ben": "b"}


def test_umlauts_are_the_two_letters_they_may_be_written_with() -> None:
    assert by_name(["Mueller, Juergen"], [StudentGrade("j", "Jürgen", "Müller")]) == {"Mueller, Juergen": "j"}
    assert by_name(["Muller Jurgen"], [StudentGrade("j", "Jürgen", "Müller")]) == {"Muller Jurgen": "j"}


def test_a_name_that_two_students_or_two_lines_have_matches_nobody() -> None:
    twins = [StudentGrade("b1", "Ben", "Vries"), StudentGrade("b2", "Ben", "Vries")]
    assert by_name(["Ben Vries"], twins) == {}
    assert by_name(["Ben Vries", "Vries, Ben"], twins[:1]) == {}


def test_the_surest_way_comes_first_and_nobody_is_taken_twice() -> None:
    students = [StudentGrade("1", "Ben", "Vries", "x@uni"), StudentGrade("2", "Xu", "Li", "y@uni")]
    lines = [("y@uni", "Ben Vries"), ("", "Xu Li")]
    found = matched(
        lines,
        students,
        [
            (lambda line: [line[0]], lambda student: [student.email]),
            (lambda line: name_keys(line[1]), lambda student: name_keys(student.name)),
        ],
    )
    assert {line[1]: student.student for line, student in found.items()} == {"Ben Vries": "2"}


def test_an_empty_key_matches_nothing() -> None:
    assert matched([""], [StudentGrade("1")], [(lambda row: [row], lambda student: [student.email])]) == {}
