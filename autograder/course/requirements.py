"""What this package requires, as its own metadata says: for students' kits and for containers that grade."""

from __future__ import annotations

import importlib.metadata

from packaging.requirements import Requirement

DISTRIBUTION = "attention-course"
COURSE, GRADING = "course", "grading"
"""The extras: what notebooks import, and what grading needs."""


def required(*extras: str) -> list[str]:
    """What the package itself requires, or what some of its extras add, with the versions it asks for."""
    found = []
    for text in importlib.metadata.requires(DISTRIBUTION) or []:
        requirement = Requirement(text)
        marker, requirement.marker = requirement.marker, None
        wanted = any(marker.evaluate({"extra": extra}) for extra in extras) if marker else not extras
        if wanted:
            found.append(str(requirement))
    return sorted(found)
