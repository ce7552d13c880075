"""A grading session: hands the submissions of one assignment to an executor, stores results, adds diagnoses."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, Future
from functools import cached_property

import msgspec
from nbformat import NotebookNode

from autograder.course import Course
from autograder.grading import worker
from autograder.grading.digest import digest_of, library_versions
from autograder.grading.known_mistakes import KnownMistakes
from autograder.grading.make_task import GradedWith, ReleasedCode, notebook_task
from autograder.grading.result import Result
from autograder.grading.store import ResultStore
from autograder.grading.task import Task
from autograder.jail import Limits
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls
from autograder.judge.bundle import read_bundle

_NOTHING_RELEASED = ReleasedCode()


class GradingSession:
    """Grades submissions of one assignment with its checks as they were when the session began."""

    def __init__(
        self,
        course: Course,
        assignment: str,
        executor: Executor,
        limits: Limits | None = None,
        released: ReleasedCode = _NOTHING_RELEASED,
    ) -> None:
        versions = library_versions(course.settings.versions)
        self.given = GradedWith(read_bundle(course.solution(assignment)), versions, limits or Limits())
        self.executor = executor
        self.released = released
        self.store = ResultStore(course.results)
        if isolation().walls is Walls.WEAK:
            # a submission could write the result of another one, which is looked for later, and the configuration
            self.store = self.store.watched()
            course.keep_configuration()
        self.mistakes = KnownMistakes(course, self.given, self.results_of)

    @cached_property
    def digest(self) -> str:
        """A digest of what grades and hints depend on, apart from the submission."""
        return digest_of([self.given.bundle.digest, self.mistakes.digest])

    def task(self, notebook: NotebookNode) -> Task:
        """The task of grading a notebook, sanitised or as handed in."""
        return notebook_task(notebook, self.released, self.given)

    def find(self, task: Task) -> Result | None:
        """The result of a task that was graded before, with its diagnoses."""
        result = self.store.find(task.key)
        return None if result is None else self.with_diagnoses(result)

    def submit(self, task: Task, anew: bool = False) -> Future[Result]:
        """Start grading a task; questions whose verdicts are known are not judged again, unless asked for."""
        known = {} if anew else self.store.known_verdicts(task)
        return self.executor.submit(worker.grade, task, self.given.bundle, known)

    def save(self, result: Result) -> Result:
        """Store a result, and give it back with its diagnoses."""
        self.store.save(result)
        return self.with_diagnoses(result)

    def result(self, task: Task) -> Result:
        """The result of a task with its diagnoses: from an earlier run, or graded now."""
        return self.with_diagnoses(self.results_of([task])[0])

    def results_of(self, tasks: Sequence[Task]) -> list[Result]:
        """The results of several tasks, graded at the same time where they are not known yet; without diagnoses."""
        found = {task.key: self.store.find(task.key) for task in tasks}
        graded = {task.key: self.submit(task) for task in tasks if found[task.key] is None}
        for key, future in graded.items():
            found[key] = new_result = future.result()
            self.store.save(new_result)
        return [result for task in tasks if (result := found[task.key]) is not None]

    def with_diagnoses(self, result: Result) -> Result:
        """A result with the mistakes that are recognised in it."""
        found = {name: self.mistakes.diagnosis(verdict) for name, verdict in result.verdicts.items()}
        return msgspec.structs.replace(
            result, diagnoses={name: diagnosis for name, diagnosis in found.items() if diagnosis.mistakes}
        )
