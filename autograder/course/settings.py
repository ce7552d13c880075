"""The settings of a course, from course.toml: what the package has to know about a course and cannot find out."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import CourseError

SETTINGS_FILE = "course.toml"


@dataclass(frozen=True)
class Settings:
    """The settings of a course; each has a default, so that a course may have no such file."""

    name: str = ""
    """What the course is called, for people."""
    warm_up: tuple[str, ...] = ()
    """Modules that notebooks import: they are imported once, before the first submission runs."""
    versions: tuple[str, ...] = ("torch", "numpy", "matplotlib")
    """Distributions whose version is a part of every grade."""
    tolerance: float = 5e-6
    """How much two answers in float32 may differ, relative to their size, and still count as the same mistake."""


def read_settings(root: Path) -> Settings:
    """The settings of the course in a folder."""
    path = root / SETTINGS_FILE
    if not path.is_file():
        return Settings()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseError(f"{SETTINGS_FILE} cannot be read: {error}.") from None
    return _settings(content)


def _settings(content: dict[str, object]) -> Settings:
    # the fork server starts only after this: importing a library that checks types would take longer than the checks
    known = {
        "name": lambda value: isinstance(value, str),
        "warm_up": _is_list_of_names,
        "versions": _is_list_of_names,
        "tolerance": lambda value: type(value) in (int, float) and value > 0,
    }
    for name, value in content.items():
        if name not in known:
            raise CourseError(f"{SETTINGS_FILE} has no setting '{name}'. It has: {', '.join(known)}.")
        if not known[name](value):
            raise CourseError(f"The setting '{name}' in {SETTINGS_FILE} is not what it should be: {value!r}.")
    lists = {name: tuple(value) for name, value in content.items() if isinstance(value, list)}
    return Settings(**{**content, **lists})  # type: ignore[arg-type]


def _is_list_of_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
