"""The examples of a check are the same at every grading, whatever else the process has imported."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.internal.conjecture import providers

import autograder.judge.judge  # noqa: F401

ODD = 987_654_321


def drawn() -> list[int]:
    numbers: list[int] = []

    @settings(max_examples=400, database=InMemoryExampleDatabase(), deadline=None)
    @given(st.integers(0, 10**9))
    def collect(number: int) -> None:
        numbers.append(number)

    collect._hypothesis_internal_use_seed = 0  # type: ignore[attr-defined]
    collect()
    return numbers


def test_what_is_imported_does_not_change_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn()
    (tmp_path / "odd_numbers.py").write_text(f"ODD = {ODD}\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("odd_numbers")
    assert drawn() == before
    assert ODD not in before
    monkeypatch.delitem(sys.modules, "odd_numbers")


def test_hypothesis_would_look_into_what_is_imported() -> None:
    """Else the test above shows nothing."""
    assert providers._get_local_constants().integers
    assert not providers.HypothesisProvider(None)._local_constants.integers
