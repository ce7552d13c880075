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
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls
from autograder.nbgrader.judge import JudgeSubmission

ADDRESS = "Check c.CourseDirectory.db_url"
OWN_PACKAGES = ("nbgrader", "ipython", "jupyterlab", "pytest", "hypothesis")


@dataclass(frozen=True)
class Examined:
    """One thing the doctor looked at."""

    area: str
    name: str
    value: str
    good: bool = True
    advice: str = ""


def examine_machine(course: Course) -> tuple[Examined, ...]:
    """Look at everything that grading depends on."""
    return (*_walls(), *_limits(course), *_machine(), *_versions(course), *_database(course))


def _walls() -> Iterator[Examined]:
    found = isolation()
    yield Examined("isolation", "walls", found.walls.meaning, found.walls is not Walls.WEAK)
    for wall in fields(found):
        value = getattr(found, wall.name)
        if isinstance(value, bool):
            good = value or found.walls is not Walls.WEAK
            yield Examined("isolation", wall.name.replace("_", " "), "yes" if value else "no", good)
    for sentence in found.missing:
        yield Examined("isolation", "missing", "", found.walls is not Walls.WEAK, sentence)


def _limits(course: Course) -> Iterator[Examined]:
    limits = JudgeSubmission(config=course.nbgrader_config()).limits()
    for limit in fields(limits):
        yield Examined("limits", limit.name.replace("_", " "), _readable(limit.name, getattr(limits, limit.name)))


def _machine() -> Iterator[Examined]:
    yield Examined("machine", "cores", str(len(os.sched_getaffinity(0))))
    yield Examined("machine", "system", f"{platform.system()} {platform.release()}")


def _versions(course: Course) -> Iterator[Examined]:
    yield Examined("versions", "python", platform.python_version())
    for name in (*course.settings.versions, *OWN_PACKAGES):
        try:
            yield Examined("versions", name, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Examined("versions", name, "", False, f"{name} is not installed. Run: pip install {name}")


def _database(course: Course) -> Iterator[Examined]:
    try:
        engine = create_engine(course.db_url)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        yield Examined("gradebook", "address", "cannot be used", False, f"{ADDRESS}: {_first_line(error)}")
        return
    shown = engine.url.render_as_string(hide_password=True)
    try:
        tables = inspect(engine).get_table_names()
    except SQLAlchemyError as error:
        yield Examined("gradebook", shown, "cannot be opened", False, f"{ADDRESS}: {_first_line(error)}")
    else:
        yield Examined("gradebook", shown, f"{len(tables)} tables" if tables else "empty: autograder release fills it")
    finally:
        engine.dispose()


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _readable(name: str, value: float) -> str:
    """A limit with its unit."""
    if "seconds" in name:
        return f"{value:g} s"
    if name in {"memory", "file_size", "disk", "cell_output", "total_output", "answer"}:
        return f"{value / 2**20:g} MiB"
    return f"{value:g}"
