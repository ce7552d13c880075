"""The digest of every question of an assignment: certificates and stored transcripts are found by it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from autograder.course.solution import SolutionFolder
from autograder.diagnosis.examples import MISTAKE, VARIANT
from autograder.grading.digest import digest_of, run_digest, verdict_digest
from autograder.grading.make_task import GradedWith


def question_digests(solution: SolutionFolder, defining: Mapping[str, str], given: GradedWith) -> dict[str, str]:
    """By question, a digest of everything that the verdicts on its known answers depend on, those answers included.

    The cells are those of the master that define something; limits are left out.
    """
    run = run_digest(defining.values(), given.versions)
    return {
        question: verdict_digest(digest_of([run, _known_answers(solution, question)]), question, checks)
        for question, checks in given.digests().items()
    }


def _known_answers(solution: SolutionFolder, question: str) -> list[list[str]]:
    folder = solution.checks / question
    paths: list[Path] = [path for kind in (MISTAKE, VARIANT) for path in sorted((folder / kind).glob("*.py"))]
    return [[path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")] for path in paths]
