"""Exit code 0 when this Python already has everything the course needs, development tools included."""

import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

root = Path(__file__).resolve().parent.parent
project = tomllib.loads((root / "pyproject.toml").read_text())["project"]


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
        return here and all(map(satisfied, project["dependencies"] + project["optional-dependencies"]["dev"]))
    except (ImportError, PackageNotFoundError):
        return False


sys.exit(0 if ready() else 1)
