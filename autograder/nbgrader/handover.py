"""What a class run hands to the steps of nbgrader's pipeline; in plain nbgrader, the steps find the same themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from nbconvert.exporters.exporter import ResourcesDict
from nbgrader.api import Gradebook

from autograder.grading.result import Result
from autograder.intake.submission import Intake
from autograder.nbgrader.held_gradebook import HeldGradebook, SourceCells

HANDOVER = "autograder_handover"
"""The key in nbconvert's resources."""


@dataclass(frozen=True)
class Handover:
    """A submission that is ready to be booked."""

    gradebook: HeldGradebook
    intake: Intake
    result: Result
    graded_with: str
    """The digest of the checks and known mistakes."""


def handover_in(resources: ResourcesDict) -> Handover | None:
    """What was handed over for the submission at hand, if anything was."""
    found: Handover | None = resources.get(HANDOVER)
    return found


@contextmanager
def open_gradebook(resources: ResourcesDict) -> Iterator[Gradebook]:
    """The gradebook: the one that is held open for a class, or one opened for this step only."""
    handed = handover_in(resources)
    if handed is not None:
        with handed.gradebook.opened() as gradebook:
            yield gradebook
        return
    with Gradebook(resources["nbgrader"]["db_url"]) as gradebook:
        yield gradebook


def source_cells(resources: ResourcesDict) -> SourceCells:
    """All cells of the release that a submission was made from, by their names."""
    about = resources["nbgrader"]
    handed = handover_in(resources)
    if handed is not None:
        return handed.gradebook.source_cells(about["assignment"], about["notebook"])
    with HeldGradebook.hold(about["db_url"]) as held:
        return held.source_cells(about["assignment"], about["notebook"])
