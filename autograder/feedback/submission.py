"""Puts together what the graded notebook, the result it was made from and the gradebook know about a submission."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from nbformat import NotebookNode
from nbgrader.api import Grade, SubmittedNotebook

from autograder.course import Course
from autograder.course.cells import (
    TESTS,
    WRITTEN,
    grade_id,
    question_of,
    tests_of,
    words_of,
    written_part_of,
)
from autograder.course.names import full_name
from autograder.course.questions import Question, questions, title_of
from autograder.course.score_rule import after_penalty
from autograder.diagnosis.diagnosis import NO_DIAGNOSIS
from autograder.feedback.causes import each_cause_once, said_once, without_error
from autograder.feedback.cells import Cells
from autograder.feedback.content import (
    CellScore,
    Feedback,
    QuestionFeedback,
    ShownCause,
    ShownCheck,
    ShownMistake,
)
from autograder.grading.note import QUESTION, note_on
from autograder.grading.store import ResultStore
from autograder.intake.preflight import changed_cell
from autograder.judge.verdict import CheckResult, Verdict
from autograder.pages.environment import number
from autograder.pages.lateness import lateness
from autograder.pages.text import presentable
from autograder.pages.verdict_text import checks_in

UNFINISHED = (
    "This check could not be completed with your answer. If you think the answer is right, ask your instructor."
)


@dataclass
class _Region:
    """The cells around one question: those before its answer, the answer, those up to its last graded cell."""

    code: list[NotebookNode] = field(default_factory=list)
    answer: NotebookNode | None = None
    drawings: list[NotebookNode] = field(default_factory=list)
    """Given cells between this question and the next that draw something."""


class GradedSubmission:
    """One student's graded notebook, read for feedback; traces of the grading machine are removed."""

    def __init__(
        self, course: Course, notebook: NotebookNode, handed_out: NotebookNode, graded: SubmittedNotebook
    ) -> None:
        self.roots = tuple(map(str, course.hidden))
        self.notebook = notebook
        self.graded = graded
        self.asked = questions(handed_out)
        self.released = {grade_id(cell): cell for cell in handed_out.cells if grade_id(cell)}
        self.released_texts = {words_of(cell.source) for cell in handed_out.cells}
        self.title = title_of(handed_out)
        self.note = note_on(notebook)
        self.grades: dict[str, Grade] = {grade.name: grade for grade in graded.grades}
        # without nbgrader's automatic comment "No response.": the page itself says so
        self.comments = {each.name: each.manual_comment for each in graded.comments if each.manual_comment}
        result = ResultStore(course.results).find(self.note.key)
        self.verdicts = result.verdicts if result else {}

    @cached_property
    def cells(self) -> Cells:
        """Shows cells of the notebook; what happened while they ran is told where it belongs, and not again."""
        return Cells(self.released, {sentence for told in self.events.values() for sentence in told}, self.roots)

    def feedback(self) -> Feedback:
        """The whole page as data."""
        submission, student = self.graded.assignment, self.graded.student
        penalty = self.graded.late_submission_penalty or 0.0
        regions, others = self._regions()
        return Feedback(
            student=student.id,
            name=full_name(student.first_name, student.last_name),
            assignment=submission.name,
            title=self.title or submission.name,
            earned=after_penalty(self.graded.score, penalty),
            points=self.graded.max_score,
            penalty=penalty,
            lateness=self._reasons(submission.total_seconds_late, penalty),
            unreadable=self._presentable(self.note.unreadable),
            notices=tuple(self.events.get("", ())),
            restored=tuple(self.restored.get("", ())),
            questions=tuple(each_cause_once(self._question(question, regions[question.id]) for question in self.asked)),
            others=tuple(cell for cell in map(self.cells.own, others) if cell is not None),
        )

    def _reasons(self, seconds_late: float, penalty: float) -> str:
        """What a penalty is for: lateness, broken rules of handing in, or both."""
        rules = self.note.preflight_penalty
        reasons = [lateness(seconds_late)] if penalty > rules or not rules else []
        return ", ".join(reason for reason in (*reasons, "Rules of handing in not followed" if rules else "") if reason)

    @cached_property
    def events(self) -> Mapping[str, list[str]]:
        """What happened while the notebook ran, by question; what belongs to no question under an empty name."""
        code = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        names = {question.id for question in self.asked}
        found: dict[str, list[str]] = defaultdict(list)
        for event in self.note.events:
            index = int(event.cell) if event.cell is not None else None
            name = grade_id(code[index]) if index is not None and index < len(code) else ""
            sentence = self._presentable(event.sentence)
            if name not in names and index is not None:
                where = f"Cell `{name}`" if name else f"Code cell {index + 1}"
                sentence, name = f"{where}: {sentence}", ""
            found[name if name in names else ""].append(sentence)
        return found

    @cached_property
    def restored(self) -> Mapping[str, list[str]]:
        """What was done about given cells that the student changed or lost, by question; those of none as in events."""
        found: dict[str, list[str]] = defaultdict(list)
        names = {question.id for question in self.asked}
        for finding in self.note.preflight:
            if finding.rule == "locked":
                changed = finding.sentence == changed_cell(finding.cell).sentence
                question = question_of(finding.cell)
                found[question if question in names else ""].append(
                    f"You changed the given cell `{finding.cell}`; the original was used for grading."
                    if changed
                    else f"The given cell `{finding.cell}` was missing; it was put back for grading."
                )
        return found

    def _regions(self) -> tuple[dict[str, _Region], list[NotebookNode]]:
        """The cells of every question, and those of none; an added cell belongs to the question around or below it."""
        regions = {question.id: _Region() for question in self.asked}
        last_graded = {
            question_of(grade_id(cell)): position
            for position, cell in enumerate(self.notebook.cells)
            if grade_id(cell).startswith((TESTS, WRITTEN))
        }
        waiting: list[NotebookNode] = []
        current = last = ""
        for position, cell in enumerate(self.notebook.cells):
            name = grade_id(cell)
            if current and position > last_graded.get(current, -1):
                current = ""
            if name in regions:
                current = last = name
                regions[name].code += [*waiting, cell]
                waiting.clear()
            elif question_of(name) in regions and cell.cell_type == "markdown" and name in self.grades:
                regions[question_of(name)].answer = cell
            elif current and name not in self.grades and self._is_worth_showing(cell):
                regions[current].code.append(cell)
            elif cell.cell_type == "code" and self._is_own(cell):
                waiting.append(cell)
            elif last and not current and cell.cell_type == "code" and not name.startswith(TESTS):
                regions[last].drawings.append(cell)
        return regions, waiting

    def _is_worth_showing(self, cell: NotebookNode) -> bool:
        """Inside a question: a student's own cells, and the outputs of cells that came with the assignment."""
        return self._is_own(cell) or (cell.cell_type == "code" and grade_id(cell) in self.released)

    def _is_own(self, cell: NotebookNode) -> bool:
        """Whether a cell is the student's own: added, and not a copy of a text in the release."""
        name = grade_id(cell)
        added = name not in self.released if cell.cell_type == "code" else not name and cell.cell_type == "markdown"
        return added and words_of(cell.source) not in self.released_texts

    def _question(self, question: Question, region: _Region) -> QuestionFeedback:
        name, tests, written = question.id, tests_of(question.id), written_part_of(question.id)
        shown = (*map(self.cells.own, region.code), *map(self.cells.drawing, region.drawings))
        graded_cell = next((cell for cell in self.notebook.cells if grade_id(cell) == tests), None)
        auto, manual = self.grades.get(tests), self.grades.get(written) or self.grades.get(name)
        verdict = self.verdicts.get(name)
        checks = self._checks(name, graded_cell)
        cause = self._cause(verdict) if verdict and not self.cells.is_untouched(region.code, name) else None
        if cause is not None:
            checks, cause = said_once(checks, cause)
            shown = tuple(without_error(cell, cause) for cell in shown if cell is not None)
        return QuestionFeedback(
            id=name,
            label=question.label,
            title=question.title,
            auto=self._auto_score(auto) if auto else None,
            manual=_manual_score(manual) if manual else None,
            difficulty=question.heading.difficulty,
            checks=checks,
            mistakes=self._mistakes(name, auto),
            cause=cause,
            notices=tuple(self.events.get(name, ())),
            restored=tuple(self.restored.get(name, ())),
            without_figures=self.cells.without_figures(region.code),
            cells=tuple(cell for cell in shown if cell is not None),
            comments=self._comments(name, tests),
            answer=self.cells.text(region.answer) if region.answer is not None else None,
            answer_comments=self._comments(written),
        )

    def _checks(self, question: str, cell: NotebookNode | None) -> tuple[ShownCheck, ...]:
        """The checks of a question: from the stored result, else from the text in the graded notebook."""
        if verdict := self.verdicts.get(question):
            return tuple(self._check(check, verdict) for check in verdict.checks)
        for output in cell.get("outputs", ()) if cell is not None else ():
            if output.get("metadata", {}).get(QUESTION) == question:
                return tuple(map(self._read_back, checks_in(output.data["text/plain"])))
        return ()

    def _check(self, check: CheckResult, verdict: Verdict) -> ShownCheck:
        if check.passed:
            return ShownCheck(check.sentence, check.points, check.earned, True)
        lines = () if verdict.common_lines else check.lines
        notes = [note for note in verdict.notes_of(check) if note not in lines]
        if not notes and not verdict.common_cause and check.fault:
            notes = [UNFINISHED]
        return ShownCheck(
            check.sentence,
            check.points,
            check.earned,
            False,
            tuple(map(self._presentable, notes)),
            tuple(map(self._presentable, lines)),
        )

    def _cause(self, verdict: Verdict) -> ShownCause | None:
        """Why all failed checks of a question failed, where they have that in common."""
        if not verdict.common_cause:
            return None
        lines = tuple(self._presentable(line) for line in verdict.common_lines)
        return ShownCause(self._presentable(verdict.common_cause), lines)

    def _mistakes(self, question: str, auto: Grade | None) -> tuple[ShownMistake, ...]:
        """The recognised mistakes; with their costs where these, and no person, made the points."""
        diagnosis = self.note.diagnoses.get(question, NO_DIAGNOSIS)
        by_costs = diagnosis.credited is not None and auto is not None and auto.manual_score in {None, auto.auto_score}
        return tuple(ShownMistake(each.hint, each.cost if by_costs else None) for each in diagnosis.mistakes)

    def _read_back(self, check: CheckResult) -> ShownCheck:
        """A check as a graded cell shows it: message, lines and counterexample cannot be told apart any more."""
        notes = tuple(self._presentable(line) for line in check.lines)
        return ShownCheck(check.sentence, check.points, check.earned, check.passed, notes)

    def _auto_score(self, grade: Grade) -> CellScore:
        note = ""
        if grade.manual_score is not None and grade.manual_score != grade.auto_score:
            otherwise = (
                f" Without that, there would be {number(grade.auto_score)}." if grade.auto_score is not None else ""
            )
            note = f"Points set by a person: {number(grade.manual_score)}.{otherwise}"
        return CellScore(grade.score, grade.max_score, grade.needs_manual_grade, note + _extra(grade))

    def _comments(self, *names: str) -> tuple[str, ...]:
        return tuple(self.comments[name] for name in names if name in self.comments)

    def _presentable(self, text: str) -> str:
        return presentable(text, self.roots)


def _manual_score(grade: Grade) -> CellScore:
    return CellScore(grade.score, grade.max_score, grade.needs_manual_grade, _extra(grade).strip())


def _extra(grade: Grade) -> str:
    return f" Extra credit: {number(grade.extra_credit)}." if grade.extra_credit else ""
