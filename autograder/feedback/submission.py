"""Puts together what the graded notebook, the result it was made from and the gradebook know about a submission."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from nbformat import NotebookNode
from nbgrader.api import Grade, SubmittedNotebook

from autograder.course import Course
from autograder.course.cells import (
    TESTS,
    WRITTEN,
    grade_id,
    is_locked,
    question_of,
    shows_own_outputs,
    tests_of,
    words_of,
    written_part_of,
)
from autograder.course.marking_scheme import without_schemes
from autograder.course.names import full_name
from autograder.course.questions import Question, questions, title_of
from autograder.course.score_rule import after_penalty
from autograder.diagnosis.diagnosis import NO_DIAGNOSIS
from autograder.feedback.content import (
    CellScore,
    Feedback,
    QuestionFeedback,
    ShownCause,
    ShownCell,
    ShownCheck,
    ShownMistake,
    ShownOutput,
)
from autograder.feedback.outputs import shown_outputs
from autograder.grading.note import HANDED_IN, QUESTION, note_on
from autograder.grading.store import ResultStore
from autograder.intake.preflight import changed_cell
from autograder.judge.verdict import CheckResult, Verdict
from autograder.pages.environment import number
from autograder.pages.lateness import lateness
from autograder.pages.pictures import data_address
from autograder.pages.text import presentable
from autograder.pages.verdict_text import checks_in

UNFINISHED = (
    "This check could not be completed with your answer. If you think the answer is right, ask your instructor."
)

_NOTHING = ShownCell("outputs", "")


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
            questions=tuple(
                _each_cause_once(self._question(question, regions[question.id]) for question in self.asked)
            ),
            others=tuple(cell for cell in map(self._own_cell, others) if cell is not None),
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
        shown = (*map(self._own_cell, region.code), *map(self._drawing, region.drawings))
        graded_cell = next((cell for cell in self.notebook.cells if grade_id(cell) == tests), None)
        auto, manual = self.grades.get(tests), self.grades.get(written) or self.grades.get(name)
        verdict = self.verdicts.get(name)
        return QuestionFeedback(
            id=name,
            label=question.label,
            title=question.title,
            auto=self._auto_score(auto) if auto else None,
            manual=_manual_score(manual) if manual else None,
            difficulty=question.heading.difficulty,
            checks=self._checks(name, graded_cell),
            mistakes=self._mistakes(name, auto),
            cause=self._cause(verdict) if verdict and not self._is_untouched(region.code, name) else None,
            notices=tuple(self.events.get(name, ())),
            restored=tuple(self.restored.get(name, ())),
            without_figures=tuple(
                grade_id(cell) for cell in region.code if self._keeps_outputs(cell) and not _has_picture(_kept(cell))
            ),
            cells=tuple(cell for cell in shown if cell is not None),
            comments=self._comments(name, tests),
            answer=self._text_cell(region.answer) if region.answer is not None else None,
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
            otherwise = f" Without that, there would be {number(grade.auto_score)}." if grade.auto_score is not None else ""
            note = f"Points set by a person: {number(grade.manual_score)}.{otherwise}"
        return CellScore(grade.score, grade.max_score, grade.needs_manual_grade, note + _extra(grade))

    def _comments(self, *names: str) -> tuple[str, ...]:
        return tuple(self.comments[name] for name in names if name in self.comments)

    def _own_cell(self, cell: NotebookNode) -> ShownCell | None:
        """A cell as the page shows it: answers and added cells as a whole, cells of the assignment by their outputs."""
        if cell.cell_type != "code":
            return self._text_cell(cell)
        name = grade_id(cell)
        if self._keeps_outputs(cell):
            return self._kept_outputs(cell)
        outputs = self._outputs(cell.get("outputs", ()))
        given = self.released.get(name)
        if given is not None and is_locked(given):
            return ShownCell("outputs", "", outputs, f"Output of the cell `{name}`:") if outputs else None
        source = cell.source.expandtabs(4)
        untouched = given is not None and words_of(given.source) == words_of(source)
        if not outputs and not source.strip() and given is None:
            return None
        return ShownCell("code", source, outputs, "" if given is not None else "A cell of your own:", untouched)

    def _outputs(self, outputs: Iterable[NotebookNode]) -> tuple[ShownOutput, ...]:
        said = {sentence for sentences in self.events.values() for sentence in sentences}
        return shown_outputs(outputs, said, self.roots)

    def _is_untouched(self, cells: Iterable[NotebookNode], name: str) -> bool:
        """Whether the answer is as it was handed out; the page says so, and that is all that needs to be said."""
        return any(grade_id(cell) == name and (self._own_cell(cell) or _NOTHING).untouched for cell in cells)

    def _keeps_outputs(self, cell: NotebookNode) -> bool:
        """Whether a cell came with the assignment, and shows what the student's own run of it put out."""
        given = self.released.get(grade_id(cell))
        return given is not None and shows_own_outputs(given)

    def _kept_outputs(self, cell: NotebookNode) -> ShownCell | None:
        """What the student's own run put out; of the short run when it was graded, errors only."""
        kept = _kept(cell)
        errors = [output for output in cell.get("outputs", ()) if output.get("output_type") == "error"]
        outputs = self._outputs([*kept, *errors])
        caption = "From your notebook as you handed it in, cell" if kept else "Output of the cell"
        return ShownCell("outputs", "", outputs, f"{caption} `{grade_id(cell)}`:") if outputs else None

    def _drawing(self, cell: NotebookNode) -> ShownCell | None:
        """A given cell that drew something with the student's code; None where it drew nothing."""
        outputs = [output for output in self._outputs(cell.get("outputs", ())) if output.kind in {"picture", "text"}]
        caption = f"Drawn with your code by the cell `{grade_id(cell)}`:"
        return ShownCell("outputs", "", tuple(outputs), caption) if _has_picture_among(outputs) else None

    def _text_cell(self, cell: NotebookNode) -> ShownCell:
        given = self.released.get(grade_id(cell))
        source = without_schemes(cell.source)
        attached = {
            name: address
            for name, forms in cell.get("attachments", {}).items()
            for encoded in forms.values()
            if (address := data_address(encoded))
        }
        return ShownCell(
            "text", source, untouched=given is not None and given.source.strip() == source.strip(), pictures=attached
        )

    def _presentable(self, text: str) -> str:
        return presentable(text, self.roots)


def _each_cause_once(questions: Iterable[QuestionFeedback]) -> Iterator[QuestionFeedback]:
    """Questions in which a cause that was told at an earlier one, such as a cell that failed, is only referred to."""
    told: dict[str, str] = {}
    for question in questions:
        cause = question.cause
        # one with lines of code, that is: what is short is easier read again than looked up
        if cause is None or not (cause.lines or "\n" in cause.sentence):
            yield question
        elif cause.sentence in told:
            yield replace(question, cause=replace(cause, said_at=told[cause.sentence]))
        else:
            told[cause.sentence] = question.label or question.title
            yield question


def _kept(cell: NotebookNode) -> list[NotebookNode]:
    """Those outputs of a graded cell that were in the notebook when it was handed in."""
    outputs: list[NotebookNode] = cell.get("outputs", [])
    notices = (place for place, output in enumerate(outputs) if str(output.get("text", "")).strip() == HANDED_IN)
    return outputs[next(notices, len(outputs)) + 1 :]


def _has_picture(outputs: Iterable[NotebookNode]) -> bool:
    return _has_picture_among(shown_outputs(outputs))


def _has_picture_among(outputs: Iterable[ShownOutput]) -> bool:
    return any(output.kind == "picture" for output in outputs)


def _manual_score(grade: Grade) -> CellScore:
    return CellScore(grade.score, grade.max_score, grade.needs_manual_grade, _extra(grade).strip())


def _extra(grade: Grade) -> str:
    return f" Extra credit: {number(grade.extra_credit)}." if grade.extra_credit else ""
