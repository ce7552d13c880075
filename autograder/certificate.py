"""The certificate of an assignment: its checks were right about every answer we know, as everything is now."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from autograder.course import Course
from autograder.errors import CourseError


def certificate_path(course: Course, assignment: str) -> Path:
    return course.checks / assignment / "certificate.json"


def content_digest(course: Course, assignment: str) -> str:
    """A digest of all that a certificate speaks of: the master, its checks, mistakes and variants."""
    checks = course.checks
    digest = hashlib.sha256(course.master(assignment).read_bytes())
    for path in sorted((checks / assignment).rglob("*.py")):
        digest.update(path.relative_to(checks).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def write_certificate(course: Course, assignment: str, seeds: int) -> None:
    """Write down that an assignment passed, as it is now and with how many seeds."""
    path = certificate_path(course, assignment)
    digest = content_digest(course, assignment)
    known = json.loads(path.read_text()) if path.is_file() else {}
    most = max(seeds, known.get("seeds", 0) if known.get("content") == digest else 0)
    path.write_text(json.dumps({"content": digest, "seeds": most}, indent=2) + "\n")


def require_certificate(course: Course, assignment: str) -> None:
    """Refuse an assignment that was not certified as it is now."""
    path = certificate_path(course, assignment)
    if not path.is_file() or json.loads(path.read_text()).get("content") != content_digest(course, assignment):
        raise CourseError(
            f"'{assignment}' is not certified as it is now: its master or its checks changed. "
            f"Run: autograder certify {assignment}"
        )
