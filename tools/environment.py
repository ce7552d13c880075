"""Exit code 0 when this Python already has everything the course needs, development tools included."""

import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

root = Path(__file__).resolve().parent.parent
project = tomllib.loads((root / "pyproject.toml").read_text())["project"]


def required(extra: str) -> Iterator[str]:
    """What an extra requires, and the extras of our own that it names."""
    from packaging.requirements import Requirement

    for text in project["optional-dependencies"][extra]:
        wanted = Requirement(text)
        if wanted.name == project["name"]:
            for other in wanted.extras:
                yield from required(other)
        else:
            yield text


def satisfied(requirement: str) -> bool:
    """Whether a distribution is installed in a version that the requirement allows."""
    from packaging.requirements import Requirement

    wanted = Requirement(requirement)
    try:
        return wanted.specifier.contains(version(wanted.name), prereleases=True)
    except PackageNotFoundError:
        return False


def ready() -> bool:
    """Whether the package is installed from this very folder, with all it requires."""
    try:
        import autograder

        here = Path(autograder.__file__).resolve().parent.parent == root
        version(project["name"])
        return here and all(map(satisfied, [*project["dependencies"], *required("dev")]))
    except (ImportError, PackageNotFoundError):
        return False


sys.exit(0 if ready() else 1)
