"""One assignment as its authors have it: a folder below solutions/ that holds all that is secret about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class SolutionFolder:
    """The folder solutions/<assignment>/."""

    path: Path

    @property
    def assignment(self) -> str:
        return self.path.name

    @property
    def master(self) -> Path:
        """The one place where the assignment is written."""
        return self.path / "master.py"

    @property
    def checks(self) -> Path:
        """A folder per question: its checks, known mistakes and right variants."""
        return self.path / "checks"

    def check_file(self, question: str) -> Path:
        """The hidden checks of a question."""
        return self.checks / question / f"test_{question}.py"

    @property
    def checked_questions(self) -> tuple[str, ...]:
        """The questions that have hidden checks, in alphabetical order."""
        folders = self.checks.iterdir() if self.checks.is_dir() else ()
        return tuple(sorted(folder.name for folder in folders if self.check_file(folder.name).is_file()))

    @property
    def references(self) -> tuple[Path, ...]:
        """What checks compare answers with: reference.py, or the modules below reference/."""
        single, folder = self.path / "reference.py", self.path / "reference"
        return (single,) if single.is_file() else tuple(sorted(folder.rglob("*.py")))

    @property
    def certificate(self) -> Path:
        """What certifying the assignment showed."""
        return self.path / "certificate.json"

    @property
    def transcripts(self) -> Path:
        """Stored transcripts: what the known mistakes answer to the checks."""
        return self.path / "transcripts.json"

    @property
    def demo(self) -> Path:
        """The made-up class of the demonstration."""
        return self.path / "demo.toml"
