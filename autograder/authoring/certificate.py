"""The certificate of an assignment: in its current state, the checks are right about every known answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

import msgspec

from autograder.course import Course
from autograder.course.master import defining_cells, read_master
from autograder.course.questions import checked_questions
from autograder.course.solution import SolutionFolder
from autograder.diagnosis.examples import MISTAKE, read_examples
from autograder.errors import CourseError
from autograder.grading.digest import code_digest, digest_of, library_versions
from autograder.grading.make_task import GradedWith
from autograder.grading.question_digests import question_digests
from autograder.jail import Limits
from autograder.judge.bundle import read_bundle

USUAL_SEEDS = 50
"""How many seeds `make certify` tries; with fewer, a check that depends on its numbers may go unnoticed."""
CERTIFYING = ("authoring/examine.py", "diagnosis", "nbgrader/stubs.py")
"""The parts of this package that say what is wrong with a question, beside those that a verdict depends on."""


class CertifiedQuestion(msgspec.Struct, frozen=True):
    """One question that was certified: everything its verdicts depend on, and how many seeds were tried."""

    digest: str
    seeds: int


class Certificate(msgspec.Struct, frozen=True):
    """certificate.json."""

    versions: dict[str, str] = {}
    """The libraries that it was certified with."""
    tolerance: float = 0.0
    """How much two answers could differ and count as the same mistake."""
    questions: dict[str, CertifiedQuestion] = {}


def graded_with(course: Course, assignment: str) -> GradedWith:
    """What certifying grades with: the checks as they are now, the libraries of this machine, the usual limits."""
    versions = library_versions(course.settings.versions)
    return GradedWith(read_bundle(course.solution(assignment)), versions, Limits())


def certified_digests(solution: SolutionFolder, given: GradedWith) -> dict[str, str]:
    """By question, the digest of all that certifying looks at: verdicts, points of its cells, costs, what recognises."""
    master = read_master(solution.master)
    digests = question_digests(solution, defining_cells(master), given)
    costs: dict[str, dict[str, float | None]] = defaultdict(dict)
    for mistake in read_examples(solution, MISTAKE):
        costs[mistake.question][mistake.name] = mistake.cost
    return {
        question.id: digest_of(
            [digests.get(question.id), question.auto_points, costs[question.id], code_digest(CERTIFYING)]
        )
        for question in checked_questions(master)
    }


def read_certificate(solution: SolutionFolder) -> Certificate:
    """The certificate of an assignment; an empty one where there is none."""
    try:
        return msgspec.json.decode(solution.certificate.read_bytes(), type=Certificate)
    except FileNotFoundError:
        return Certificate()
    except msgspec.DecodeError as error:
        raise CourseError(
            f"{solution.certificate.name} of {solution.assignment} cannot be read: {error}. "
            f"Run: autograder certify {solution.assignment}"
        ) from None


def certified_seeds(course: Course, assignment: str) -> dict[str, int]:
    """By question, how many seeds it was certified with in its current state; 0 where it was not certified.

    Other versions of the libraries do not count as a change here: they change no check and no known answer.
    """
    solution = course.solution(assignment)
    certificate = read_certificate(solution)
    given = replace(graded_with(course, assignment), versions=certificate.versions)
    same_tolerance = certificate.tolerance == course.settings.tolerance
    found = {}
    for question, digest in certified_digests(solution, given).items():
        certified = certificate.questions.get(question)
        found[question] = certified.seeds if certified and certified.digest == digest and same_tolerance else 0
    return found


def require_certificate(course: Course, assignment: str) -> str:
    """Refuse an assignment that is not certified in its current state; remarks on fewer seeds and other libraries."""
    seeds = certified_seeds(course, assignment)
    stale = [question for question, count in seeds.items() if not count]
    if stale or not seeds:
        names = ", ".join(stale) if stale else "it has no questions with checks"
        raise CourseError(
            f"'{assignment}' is not certified as it is now ({names}): its master, its checks or what judges them "
            f"changed. Run: autograder certify {assignment}"
        )
    certificate = read_certificate(course.solution(assignment))
    remarks = (
        _other_versions(certificate.versions, graded_with(course, assignment).versions),
        _fewer_seeds(assignment, seeds.values()),
    )
    return " ".join(filter(None, remarks))


def _fewer_seeds(assignment: str, seeds: Collection[int]) -> str:
    fewest, few = min(seeds), sum(count < USUAL_SEEDS for count in seeds)
    if not few:
        return ""
    return (
        f"{few} of its {len(seeds)} questions were certified with as few as {fewest} of {USUAL_SEEDS} seeds. "
        f"Run: autograder certify {assignment} --seeds {USUAL_SEEDS}"
    )


def _other_versions(certified: Mapping[str, str], here: Mapping[str, str]) -> str:
    differing = [
        f"{name} {certified.get(name, 'none')} (here {here[name]})"
        for name in here
        if certified.get(name) != here[name]
    ]
    return f"It was certified with other libraries: {', '.join(differing)}." if differing else ""


def write_certificate(course: Course, assignment: str, seeds: int, questions: Collection[str]) -> None:
    """Record that some questions passed in their current state, and with how many seeds; a higher number stays."""
    solution, given = course.solution(assignment), graded_with(course, assignment)
    earlier, tolerance = read_certificate(solution), course.settings.tolerance
    digests = certified_digests(solution, given)
    comparable = (earlier.versions, earlier.tolerance) == (dict(given.versions), tolerance)
    known = {
        question: certified
        for question, certified in earlier.questions.items()
        if comparable and certified.digest == digests.get(question)
    }
    for question in questions:
        most = max(seeds, known[question].seeds) if question in known else seeds
        known[question] = CertifiedQuestion(digests[question], most)
    certificate = Certificate(dict(given.versions), tolerance, {name: known[name] for name in digests if name in known})
    solution.certificate.write_bytes(msgspec.json.format(msgspec.json.encode(certificate), indent=1) + b"\n")
