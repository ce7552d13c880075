"""Our part in nbgrader's pipeline: a submission is run in a jail and judged from outside, instead of executed."""

from __future__ import annotations

import atexit
from pathlib import Path

import msgspec
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode, from_dict
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import rmtree
from traitlets import Bool, Float, Integer

from autograder.course.cells import carries_points, grade_id, is_answer, nbgrader_metadata, question_of
from autograder.course.folder import Course, course_of
from autograder.errors import CannotStart
from autograder.grading.note import note_on, put_note
from autograder.grading.pool import LocalPool
from autograder.grading.result import Result
from autograder.grading.session import GradingSession
from autograder.jail import Limits
from autograder.jail.outside.outputs import Output
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls
from autograder.nbgrader.handover import handover_in, source_cells
from autograder.nbgrader.held_gradebook import released_code
from autograder.nbgrader.own_outputs import take_own_outputs
from autograder.nbgrader.verdict_outputs import verdict_outputs

DEFAULT = Limits()
_pools: dict[tuple[Path, bool], LocalPool] = {}
"""Pools of one process for plain nbgrader, which makes its steps anew for each submission."""
_sessions: dict[tuple[Path, str], GradingSession] = {}
"""Sessions by course and assignment, where walls are weak. Nothing else outlives a submission."""


class JudgeSubmission(NbGraderPreprocessor):
    """Runs a submission in a jail, judges its questions with the hidden checks, and writes the outputs."""

    cell_seconds = Float(DEFAULT.cell_seconds, help="Seconds that one cell may take.").tag(config=True)
    check_seconds = Float(DEFAULT.check_seconds, help="Seconds that one check may take.").tag(config=True)
    grace_seconds = Float(DEFAULT.grace_seconds, help="Seconds that an interrupted cell has to stop.").tag(config=True)
    submission_seconds = Float(
        DEFAULT.submission_seconds, help="Seconds that all of a submission may take, cells and checks."
    ).tag(config=True)
    notebook_seconds = Float(DEFAULT.notebook_seconds, help="Seconds that all cells may take.").tag(config=True)
    cpu_seconds = Integer(DEFAULT.cpu_seconds, help="CPU seconds of one process of a submission.").tag(config=True)
    memory = Integer(DEFAULT.memory, help="Bytes of memory beyond what the libraries take.").tag(config=True)
    processes = Integer(DEFAULT.processes, help="Processes at the same time.").tag(config=True)
    file_size = Integer(DEFAULT.file_size, help="Bytes of one file.").tag(config=True)
    disk = Integer(DEFAULT.disk, help="Bytes of all files.").tag(config=True)
    files = Integer(DEFAULT.files, help="Number of files.").tag(config=True)
    cell_output = Integer(DEFAULT.cell_output, help="Bytes of output of one cell.").tag(config=True)
    total_output = Integer(DEFAULT.total_output, help="Bytes of output of the whole notebook.").tag(config=True)
    allow_weak_isolation = Bool(
        False, help="Grade even behind weak walls, where student code can reach your files."
    ).tag(config=True)

    def limits(self) -> Limits:
        """The configured limits."""
        names = set(Limits.__dataclass_fields__) & set(self.trait_names())
        return Limits(**{name: getattr(self, name) for name in names})

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Replace the outputs of all code cells: on graded cells by the verdict, on others by those of the run."""
        handed = handover_in(resources)
        result, graded_with = (handed.result, handed.graded_with) if handed else self._graded_now(nb, resources)
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        for cell, outputs, count in zip(code, result.outputs, result.counts, strict=True):
            cell.outputs = [_written(output) for output in outputs] + take_own_outputs(cell)
            cell.execution_count = count
        for cell in code:
            if carries_points(cell) and not is_answer(cell):
                name = question_of(grade_id(cell))
                points = float(nbgrader_metadata(cell)["points"])
                cell.outputs = verdict_outputs(result.verdicts.get(name), result.diagnoses.get(name), points)
        note = msgspec.structs.replace(
            note_on(nb), key=result.key, graded_with=graded_with, events=result.events, diagnoses=result.diagnoses
        )
        put_note(nb, note)
        return nb, resources

    def _graded_now(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[Result, str]:
        """Grade the submission at hand, for plain nbgrader."""
        course = course_of(self.config)
        assignment = resources["nbgrader"]["assignment"]
        session = self._session_of(course, assignment, resources)
        try:
            return session.result(session.task(nb)), session.digest
        except CannotStart as error:
            # after any other error nbgrader goes on with the next submission, and shows a traceback for each; what it
            # has written so far of this one would count as graded
            rmtree(course.autograded(resources["nbgrader"]["student"], assignment).parent)
            self.log.error(str(error))
            raise SystemExit(error.exit_code) from None

    def _session_of(self, course: Course, assignment: str, resources: ResourcesDict) -> GradingSession:
        """A session with the checks as they are now; behind weak walls as they were before any student code ran."""
        key = (course.root, assignment)
        if key not in _sessions:
            pool = _pool_of(course, self.allow_weak_isolation)
            session = GradingSession(course, assignment, pool, self.limits(), released_code(source_cells(resources)))
            if isolation().walls is not Walls.WEAK:
                return session
            _sessions[key] = session
        return _sessions[key]


def _written(output: Output) -> NotebookNode:
    """An output without the name of its display: with it, a notebook is not valid, and slow to read because of that."""
    return from_dict({part: value for part, value in output.items() if part != "display_id"})


def _pool_of(course: Course, allow_weak: bool) -> LocalPool:
    if (course.root, allow_weak) not in _pools:
        settings = course.settings
        _pools[course.root, allow_weak] = LocalPool(1, course.hidden, settings.warm_up, allow_weak)
    return _pools[course.root, allow_weak]


@atexit.register
def end_pools() -> None:
    """End the processes that plain nbgrader's submissions were graded in."""
    _sessions.clear()
    while _pools:
        _pools.popitem()[1].shutdown()
