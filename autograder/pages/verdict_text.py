"""A verdict in words, as a graded cell shows it, and read back from there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from autograder.diagnosis.diagnosis import NO_DIAGNOSIS, Diagnosis, points_of
from autograder.judge.verdict import CheckResult, Verdict

_CHECK = re.compile(r"([✓✗]) (.*) \(([\d.e+-]+)/([\d.e+-]+)\)")
"""Its groups: the sign, the sentence, the points earned, the points of the check."""
_INDENT = "    "
GREEN, RED = "#1b7837", "#b2182b"


def verdict_as_text(verdict: Verdict, diagnosis: Diagnosis = NO_DIAGNOSIS) -> str:
    """The checks of a verdict, one a line, and what belongs to one indented below it."""
    lines = [f"{points_of(verdict, diagnosis):g} of {verdict.points:g} points"]
    for check in verdict.checks:
        lines.append(f"{'✓' if check.passed else '✗'} {check.sentence} ({check.earned:g}/{check.points:g})")
        lines += [f"{_INDENT}{line}" for line in _explanation(verdict, check)]
    lines += [" ".join(part for part in parts if part) for parts in _recognised(verdict, diagnosis)]
    return "\n".join(lines)


def checks_in(text: str) -> Iterator[CheckResult]:
    """The checks that verdict_as_text wrote, for when the verdict itself is gone."""
    found: list[CheckResult] = []
    for line in text.split("\n"):
        if written := _CHECK.fullmatch(line):
            passed, points, earned = written[1] == "✓", float(written[4]), float(written[3])
            found.append(CheckResult(written[2], written[2], points, earned, passed))
        elif line.startswith(_INDENT) and found:
            last = found.pop()
            found.append(
                CheckResult(
                    last.name, last.sentence, last.points, last.earned, last.passed, lines=(*last.lines, line.strip())
                )
            )
    yield from found


def as_html(verdict: Verdict, diagnosis: Diagnosis = NO_DIAGNOSIS) -> str:
    """The checks of a verdict as a small table; everything in it is escaped."""
    rows = []
    for check in verdict.checks:
        sign, color = ("✓", GREEN) if check.passed else ("✗", RED)
        notes = "".join(f"<br><small>{escape(line)}</small>" for line in _explanation(verdict, check))
        rows.append(
            f'<tr><td style="color:{color}">{sign}</td><td style="text-align:left">{escape(check.sentence)}{notes}</td>'
            f"<td>{check.earned:g}/{check.points:g}</td></tr>"
        )
    shown = "".join(
        f"<p><b>{word}</b> {escape(hint)}{f' <b>{price}</b>' if price else ''}</p>"
        for word, hint, price in _recognised(verdict, diagnosis)
    )
    total = f"<p><b>{points_of(verdict, diagnosis):g} of {verdict.points:g} points</b></p>"
    return f'<div class="verdict">{total}<table>{"".join(rows)}</table>{shown}</div>'


def _recognised(verdict: Verdict, diagnosis: Diagnosis) -> Iterator[tuple[str, str, str]]:
    """For each recognised mistake a word, its hint and, where that is what counts, its price."""
    for mistake in diagnosis.mistakes:
        if diagnosis.credited is None or mistake.cost is None:
            yield "Hint:", mistake.hint, ""
        else:
            price = f"It costs {mistake.cost:g} of {verdict.points:g} points, whatever else it makes fail."
            yield "Recognised:", mistake.hint, price


def _explanation(verdict: Verdict, check: CheckResult) -> list[str]:
    """What went wrong, for the student; what is common to all checks that failed stands below the first of them."""
    notes = verdict.notes_of(check)
    if check is next((each for each in verdict.checks if not each.passed), None):
        notes = (verdict.common_cause, *verdict.common_lines, *notes)
    return [line for note in notes for line in note.splitlines() if line.strip()]
