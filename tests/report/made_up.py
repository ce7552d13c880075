"""A report of any size, made up."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from autograder.report.content import Column, HardCheck, QuestionScore, RecognisedMistake, Report, StudentRow


def made_up_report(students: int, questions: int) -> Report:
    """A class whose members did this and that."""
    chance = random.Random(students)
    columns = tuple(Column(f"q{number}", f"{number}a", f"Question {number}", 5.0) for number in range(questions))
    names = [f"Given{number} Middle Family-Name{number}" for number in range(students)]
    rows = []
    for name in names:
        scores = tuple(QuestionScore(chance.choice([0, 1.25, 2.5, 5]), 5.0, chance.random() < 0.1) for _ in columns)
        broken = ("`cell`: A locked cell was changed.",) * chance.choice([0, 0, 3])
        total = sum(score.earned for score in scores)
        rows.append(
            StudentRow(name, total, scores, preflight=broken, notes=("crashed",) if chance.random() < 0.05 else ())
        )
    hint = "A hint of some length that explains what went wrong and where to look for it. " * 3
    return Report(
        assignment="a9_made_up",
        title="Made up",
        made=datetime(2025, 3, 1, 12, tzinfo=UTC),
        columns=columns,
        rows=tuple(rows),
        hardest=tuple(HardCheck(column, "Something holds.", 3, students) for column in columns[:15]),
        mistakes=tuple(RecognisedMistake(column, hint, tuple(names)) for column in columns),
    )
