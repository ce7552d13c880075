"""Puts together what the graded notebook, the result it was made from and the gradebook know about a submission."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from nbformat import NotebookNode
from nbgrader.api import Grade, SubmittedNotebook

from autograder import master
from autograder.course import Course
from autograder.feedback.content import Cell, Check, Feedback, Question, Score
from autograder.feedback.outputs import shown_outputs
from autograder.feedback.page import number
from autograder.feedback.pictures import data_address
from autograder.feedback.text import plain
from autograder.grading.result import Results
from autograder.master import grade_id
from autograder.verdict import CheckResult

SCHEME = re.compile(r"^.*BEGIN MARK SCHEME.*?(?:END MARK SCHEME.*?$|\Z)", re.MULTILINE | re.DOTALL)
MARKED_CHECK = re.compile(r"([✓✗]) (.*) \(([\d.e+-]+)/([\d.e+-]+)\)")
UNFINISHED = (
    "This check could not be completed with your answer. If you think the answer is right, ask your instructor."
)


@dataclass
class _Region:
    """The cells around one question: those before its answer, the answer, those up to its last graded cell."""

    code: list[NotebookNode] = field(default_factory=list)
    answer: NotebookNode | None = None


class GradedSubmission:
    """One student's graded notebook, read for feedback; everything in it is cleaned of the grading machine."""

    def __init__(
        self, course: Course, notebook: NotebookNode, handed_out: NotebookNode, graded: SubmittedNotebook
    ) -> None:
        self.roots = (str(course.root),)
        self.notebook = notebook
        self.graded = graded
        self.asked = master.graded_questions(handed_out)
        self.released = {grade_id(cell): cell for cell in handed_out.cells if grade_id(cell)}
        self.released_texts = {_words(cell.source) for cell in handed_out.cells}
        self.title = master.title_of(handed_out)
        self.about = notebook.metadata.get("autograder", {})
        self.grades: dict[str, Grade] = {grade.name: grade for grade in graded.grades}
        # nbgrader's own "No response." is said by the page itself
        self.comments = {note.name: note.manual_comment for note in graded.comments if note.manual_comment}
        result = Results(course.root / ".autograder" / "results").find(self.about.get("key", ""))
        self.verdicts = result.verdicts if result else {}

    def feedback(self) -> Feedback:
        """The whole page as data."""
        submission, student = self.graded.assignment, self.graded.student
        penalty = self.graded.late_submission_penalty or 0.0
        regions, others = self._regions()
        return Feedback(
            student=student.id,
            name=" ".join(name for name in (student.first_name, student.last_name) if name),
            assignment=submission.name,
            title=self.title or submission.name,
            earned=max(self.graded.score - penalty, 0.0),
            points=self.graded.max_score,
            penalty=penalty,
            lateness=self._reasons(submission.total_seconds_late, penalty),
            unreadable=self._plain(self.about.get("unreadable", "")),
            notices=tuple(self.events.get("", ())),
            questions=tuple(
                self._question(question, label, regions[question.id])
                for question, label in zip(self.asked, master.labels(self.asked), strict=True)
            ),
            others=tuple(cell for cell in map(self._own_cell, others) if cell is not None),
        )

    def _reasons(self, seconds_late: float, penalty: float) -> str:
        """What a penalty is for: lateness, broken rules of handing in, or both."""
        rules = self.about.get("preflight_penalty", 0.0)
        reasons = [lateness(seconds_late)] if penalty > rules or not rules else []
        return ", ".join(reason for reason in (*reasons, "Rules of handing in not kept" if rules else "") if reason)

    @cached_property
    def events(self) -> Mapping[str, list[str]]:
        """What happened while the notebook ran, by the question whose cell it was; the rest under no name."""
        code = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        names = {question.id for question in self.asked}
        found: dict[str, list[str]] = defaultdict(list)
        for event in self.about.get("events", ()):
            place = int(event["cell"]) if event.get("cell") is not None else None
            name = grade_id(code[place]) if place is not None and place < len(code) else ""
            sentence = self._plain(event["sentence"])
            if name not in names and place is not None:
                where = f"Cell `{name}`" if name else f"Code cell {place + 1}"
                sentence, name = f"{where}: {sentence}", ""
            found[name if name in names else ""].append(sentence)
        return found

    def _regions(self) -> tuple[dict[str, _Region], list[NotebookNode]]:
        """Every question's cells in order; a cell that the student added goes to the question it stands before or in."""
        regions = {question.id: _Region() for question in self.asked}
        last_graded = {
            grade_id(cell).removeprefix("test_").removeprefix("explain_"): place
            for place, cell in enumerate(self.notebook.cells)
            if grade_id(cell).startswith(("test_", "explain_"))
        }
        waiting: list[NotebookNode] = []
        current = ""
        for place, cell in enumerate(self.notebook.cells):
            name = grade_id(cell)
            if current and place > last_graded.get(current, -1):
                current = ""
            if name in regions:
                current = name
                regions[name].code += [*waiting, cell]
                waiting.clear()
            elif name.removeprefix("explain_") in regions and cell.cell_type == "markdown" and name in self.grades:
                regions[name.removeprefix("explain_")].answer = cell
            elif current and name not in self.grades and self._is_worth_showing(cell):
                regions[current].code.append(cell)
            elif cell.cell_type == "code" and self._is_own(cell):
                waiting.append(cell)
        return regions, waiting

    def _is_worth_showing(self, cell: NotebookNode) -> bool:
        """Inside a question: a student's own cells, and the outputs of cells that came with the assignment."""
        return self._is_own(cell) or (cell.cell_type == "code" and grade_id(cell) in self.released)

    def _is_own(self, cell: NotebookNode) -> bool:
        """Whether the student added a cell, or changed one that is theirs to change."""
        name = grade_id(cell)
        added = name not in self.released if cell.cell_type == "code" else not name and cell.cell_type == "markdown"
        return added and _words(cell.source) not in self.released_texts

    def _question(self, question: master.Question, label: str, region: _Region) -> Question:
        name, written = question.id, f"explain_{question.id}"
        shown = (self._own_cell(cell) for cell in region.code)
        graded_cell = next((cell for cell in self.notebook.cells if grade_id(cell) == f"test_{name}"), None)
        auto, manual = self.grades.get(f"test_{name}"), self.grades.get(written) or self.grades.get(name)
        return Question(
            id=name,
            label=label,
            title=question.title,
            auto=self._auto_score(auto) if auto else None,
            manual=_manual_score(manual) if manual else None,
            checks=self._checks(name, graded_cell),
            hints=tuple(self.about.get("hints", {}).get(name, ())),
            notices=tuple(self.events.get(name, ())),
            cells=tuple(cell for cell in shown if cell is not None),
            comments=self._comments(name, f"test_{name}"),
            answer=self._text_cell(region.answer) if region.answer is not None else None,
            answer_comments=self._comments(written),
        )

    def _checks(self, question: str, cell: NotebookNode | None) -> tuple[Check, ...]:
        """The checks of a question: from the kept result, else from what stands in the graded notebook."""
        if verdict := self.verdicts.get(question):
            return tuple(self._check(check) for check in verdict.checks)
        for output in cell.get("outputs", ()) if cell is not None else ():
            if output.get("metadata", {}).get("autograder", {}).get("question") == question:
                return tuple(self._marked_checks(output.data["text/plain"]))
        return ()

    def _check(self, check: CheckResult) -> Check:
        if check.passed:
            return Check(check.sentence, check.points, check.earned, True)
        parts = (check.message or (UNFINISHED if check.fault else ""), check.counterexample or "")
        notes = tuple(self._plain(part) for part in parts if part)
        lines = tuple(self._plain(line) for line in check.lines)
        return Check(check.sentence, check.points, check.earned, False, notes, lines)

    def _marked_checks(self, text: str) -> list[Check]:
        """The checks as marks.as_text writes them; what belongs to one is indented below it."""
        found: list[Check] = []
        for line in text.split("\n"):
            if mark := MARKED_CHECK.fullmatch(line):
                found.append(Check(mark[2], float(mark[4]), float(mark[3]), mark[1] == "✓"))
            elif line.startswith("    ") and found:
                found[-1] = replace(found[-1], notes=(*found[-1].notes, self._plain(line.strip())))
        return found

    def _auto_score(self, grade: Grade) -> Score:
        note = ""
        if grade.manual_score is not None and grade.manual_score != grade.auto_score:
            by_checks = f" The checks alone gave {number(grade.auto_score)}." if grade.auto_score is not None else ""
            note = f"Points set by a person: {number(grade.manual_score)}.{by_checks}"
        return Score(grade.score, grade.max_score, grade.needs_manual_grade, note + _extra(grade))

    def _comments(self, *names: str) -> tuple[str, ...]:
        return tuple(self.comments[name] for name in names if name in self.comments)

    def _own_cell(self, cell: NotebookNode) -> Cell | None:
        """A cell of a question: the answer or a student's own whole, one that came with the assignment by its outputs."""
        if cell.cell_type != "code":
            return self._text_cell(cell)
        name = grade_id(cell)
        said = {sentence for sentences in self.events.values() for sentence in sentences}
        outputs = shown_outputs(cell.get("outputs", ()), said, self.roots)
        given = self.released.get(name)
        if given is not None and given.metadata.nbgrader.get("locked"):
            return Cell("outputs", "", outputs, f"Output of the cell `{name}`:") if outputs else None
        source = cell.source.expandtabs(4)
        untouched = given is not None and _words(given.source) == _words(source)
        if not outputs and not source.strip() and given is None:
            return None
        return Cell("code", source, outputs, "" if given is not None else "A cell of your own:", untouched)

    def _text_cell(self, cell: NotebookNode) -> Cell:
        given = self.released.get(grade_id(cell))
        source = SCHEME.sub("", cell.source)
        attached = {
            name: address
            for name, forms in cell.get("attachments", {}).items()
            for encoded in forms.values()
            if (address := data_address(encoded))
        }
        return Cell(
            "text", source, untouched=given is not None and given.source.strip() == source.strip(), pictures=attached
        )

    def _plain(self, text: str) -> str:
        return plain(text, self.roots)


def _manual_score(grade: Grade) -> Score:
    return Score(grade.score, grade.max_score, grade.needs_manual_grade, _extra(grade).strip())


def _extra(grade: Grade) -> str:
    return f" Extra credit: {number(grade.extra_credit)}." if grade.extra_credit else ""


def lateness(seconds: float) -> str:
    """How late something was handed in, in words; nothing when it was not."""
    if seconds <= 0:
        return ""
    minutes = max(round(seconds / 60), 1)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        f"{count} {unit}{'s' if count > 1 else ''}"
        for count, unit in ((days, "day"), (hours, "hour"), (minutes, "minute"))
        if count
    ]
    return f"Handed in {' '.join(parts[:2])} late"


def _words(source: str) -> str:
    return " ".join(source.split())
