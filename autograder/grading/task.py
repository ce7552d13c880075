"""What has to be run and judged of one submission, and the keys under which the results are stored.

A task is data: it can be graded by any process that has the checks it names. Every grading process imports this first,
so it imports little.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property

from autograder.grading.digest import digest_of, run_digest, verdict_digest
from autograder.jail import Limits


@dataclass(frozen=True)
class Task:
    """One submission as the jail and the judge see it: code cells in order, and which of them answers which question."""

    assignment: str
    cells: tuple[str, ...]
    questions: Mapping[str, int | None]
    """The questions to judge, each with the number of the code cell that answers it, if there is one."""
    checks: Mapping[str, str]
    """By question, the digest of its checks."""
    versions: Mapping[str, str]
    """The libraries that it is to be graded with."""
    limits: Limits
    seed: int = 0
    unseen: frozenset[int] = frozenset()
    """The code cells whose outputs nobody sees, because the verdict replaces them."""
    own_outputs: frozenset[int] = frozenset()
    """The code cells that show the student's own outputs of a long run, not those of grading."""
    skipped: frozenset[int] = frozenset()
    """The code cells that need not run: nobody sees their outputs, and no later cell reads what they define."""
    unfilled: frozenset[str] = frozenset()
    """The questions whose cell is as it was handed out."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What people call the questions: sentences about one may name another."""

    @cached_property
    def run_key(self) -> str:
        """A key for how the notebook runs. Keys are made where the task is made, and sent along with it."""
        how = {
            "assignment": self.assignment,
            "limits": asdict(self.limits),
            "seed": self.seed,
            "unseen": sorted(self.unseen),
            "own_outputs": sorted(self.own_outputs),
            "skipped": sorted(self.skipped),
        }
        return run_digest(self.cells, self.versions, how)

    @cached_property
    def question_keys(self) -> dict[str, str]:
        """A key for the verdict on each question: it changes with the question's checks, not with those of others."""
        return {
            name: verdict_digest(
                digest_of([self.run_key, cell, name in self.unfilled, sorted(self.labels.items())]),
                name,
                self.checks[name],
            )
            for name, cell in self.questions.items()
        }

    @cached_property
    def key(self) -> str:
        """A key for the whole result: equal keys give equal grades."""
        return digest_of([self.run_key, self.question_keys])
