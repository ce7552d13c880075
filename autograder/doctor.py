"""What this machine offers for grading, what is missing, and what to do about it."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass, fields

from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from autograder.course import Course
from autograder.jail.isolation import isolation
from autograder.nbgrader.judge import JudgeSubmission

PACKAGES = ("torch", "torchvision", "numpy", "matplotlib", "ipython", "nbgrader", "jupyterlab", "pytest")


@dataclass(frozen=True)
class Finding:
    """One thing the doctor looked at."""

    area: str
    name: str
    value: str
    good: bool = True
    advice: str = ""


def examine(course: Course) -> tuple[Finding, ...]:
    """Look at everything that grading depends on."""
    return (*_walls(), *_limits(course), *_machine(), *_database(course))


def _walls() -> Iterator[Finding]:
    found = isolation()
    for wall in fields(found):
        value = getattr(found, wall.name)
        if isinstance(value, bool):
            yield Finding("isolation", wall.name.replace("_", " "), "yes" if value else "no", value)
    for sentence in found.missing:
        yield Finding("isolation", "missing", "", False, sentence)


def _limits(course: Course) -> Iterator[Finding]:
    limits = JudgeSubmission(config=course.nbgrader_config()).limits()
    for limit in fields(limits):
        yield Finding("limits", limit.name.replace("_", " "), _readable(limit.name, getattr(limits, limit.name)))


def _machine() -> Iterator[Finding]:
    yield Finding("machine", "cores", str(len(os.sched_getaffinity(0))))
    yield Finding("machine", "system", f"{platform.system()} {platform.release()}")
    yield Finding("versions", "python", platform.python_version())
    for name in PACKAGES:
        yield Finding("versions", name, importlib.metadata.version(name))


def _database(course: Course) -> Iterator[Finding]:
    url = course.nbgrader_config().CourseDirectory.get("db_url") or f"sqlite:///{course.root / 'gradebook.db'}"
    engine = create_engine(url)
    shown = engine.url.render_as_string(hide_password=True)
    try:
        tables = inspect(engine).get_table_names()
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        yield Finding("gradebook", shown, "cannot be opened", False, f"Check c.CourseDirectory.db_url: {reason}")
    else:
        yield Finding("gradebook", shown, f"{len(tables)} tables" if tables else "empty: autograder release fills it")
    finally:
        engine.dispose()


def _readable(name: str, value: float) -> str:
    """A limit with its unit."""
    if "seconds" in name:
        return f"{value:g} s"
    if name in {"memory", "file_size", "disk", "cell_output", "total_output", "answer"}:
        return f"{value / 2**20:g} MiB"
    return f"{value:g}"
