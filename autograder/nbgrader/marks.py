"""How a verdict looks in a graded cell: for people to read, and one number for nbgrader."""

from __future__ import annotations

from html import escape

from nbformat import NotebookNode, from_dict

from autograder.verdict import CheckResult, Verdict

NO_CHECKS = "This question has no hidden checks yet; a person has to grade it."


def mark_outputs(verdict: Verdict | None, points: float) -> list[NotebookNode]:
    """The outputs of a graded cell: the checks in words, then the score that nbgrader reads."""
    if verdict is None:
        return [from_dict({"output_type": "stream", "name": "stdout", "text": NO_CHECKS}), _score(0)]
    data = {"text/plain": as_text(verdict), "text/html": as_html(verdict)}
    about = {"autograder": {"question": verdict.question}}
    return [
        from_dict({"output_type": "display_data", "data": data, "metadata": about}),
        _score(earned(verdict, points)),
    ]


def earned(verdict: Verdict, points: float) -> float:
    """What a verdict is worth on a cell; certify keeps the checks' sum and the cell's points the same."""
    return min(max(verdict.earned, 0.0), points)


def number(points: float) -> str:
    """Points without needless zeros."""
    return f"{points:g}"


def as_text(verdict: Verdict) -> str:
    """The checks of a verdict, one a line."""
    lines = [f"{number(verdict.earned)} of {number(verdict.points)} points"]
    for check in verdict.checks:
        lines.append(f"{'✓' if check.passed else '✗'} {check.sentence} ({number(check.earned)}/{number(check.points)})")
        lines += [f"    {line}" for line in _explanation(check)]
    lines += [f"Hint: {hint}" for hint in verdict.hints]
    return "\n".join(lines)


def as_html(verdict: Verdict) -> str:
    """The checks of a verdict as a small table; everything in it is escaped."""
    rows = []
    for check in verdict.checks:
        mark, color = ("✓", "#1b7837") if check.passed else ("✗", "#b2182b")
        notes = "".join(f"<br><small>{escape(line)}</small>" for line in _explanation(check))
        rows.append(
            f'<tr><td style="color:{color}">{mark}</td><td style="text-align:left">{escape(check.sentence)}{notes}</td>'
            f"<td>{number(check.earned)}/{number(check.points)}</td></tr>"
        )
    hints = "".join(f"<p><b>Hint.</b> {escape(hint)}</p>" for hint in verdict.hints)
    total = f"<p><b>{number(verdict.earned)} of {number(verdict.points)} points</b></p>"
    return f'<div class="verdict">{total}<table>{"".join(rows)}</table>{hints}</div>'


def _explanation(check: CheckResult) -> list[str]:
    """What went wrong, for the student: the message, the own lines that raised it, a counterexample if it may be shown."""
    if check.passed:
        return []
    parts = [check.message, *check.lines, check.counterexample or ""]
    return [line for part in parts for line in part.splitlines() if line.strip()]


def _score(points: float) -> NotebookNode:
    data = {"text/plain": number(points)}
    return from_dict({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None})
