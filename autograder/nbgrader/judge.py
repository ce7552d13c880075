"""Our part in nbgrader's pipeline: a submission is run in a jail and judged from outside, instead of executed."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode, from_dict
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Float, Integer, Unicode

from autograder.diagnosis import known_mistakes
from autograder.grading.prepare import Released
from autograder.grading.session import session_for
from autograder.jail import Limits
from autograder.master import grade_id
from autograder.nbgrader.gradebook import source_cells
from autograder.nbgrader.kept import KEPT
from autograder.nbgrader.marks import mark_outputs
from autograder.nbgrader.recover import noted_at_intake

DEFAULT = Limits()
RESULT = "result"


class JudgeSubmission(NbGraderPreprocessor):
    """Runs a submission in a jail, judges its questions with the hidden checks, and writes the outputs."""

    cell_seconds = Float(DEFAULT.cell_seconds, help="Seconds that one cell may take.").tag(config=True)
    check_seconds = Float(DEFAULT.check_seconds, help="Seconds that one check may take.").tag(config=True)
    grace_seconds = Float(DEFAULT.grace_seconds, help="Seconds that an interrupted cell has to stop.").tag(config=True)
    notebook_seconds = Float(DEFAULT.notebook_seconds, help="Seconds that all cells may take.").tag(config=True)
    cpu_seconds = Integer(DEFAULT.cpu_seconds, help="CPU seconds of one process of a submission.").tag(config=True)
    memory = Integer(DEFAULT.memory, help="Bytes of memory beyond what the libraries take.").tag(config=True)
    processes = Integer(DEFAULT.processes, help="Processes at the same time.").tag(config=True)
    file_size = Integer(DEFAULT.file_size, help="Bytes of one file.").tag(config=True)
    disk = Integer(DEFAULT.disk, help="Bytes of all files.").tag(config=True)
    files = Integer(DEFAULT.files, help="Number of files.").tag(config=True)
    cell_output = Integer(DEFAULT.cell_output, help="Bytes of output of one cell.").tag(config=True)
    total_output = Integer(DEFAULT.total_output, help="Bytes of output of the whole notebook.").tag(config=True)
    checks = Unicode("", help="Folder of the hidden checks; by default those of the package.").tag(config=True)
    allow_weak_isolation = Bool(False, help="Grade even where the kernel offers no namespaces.").tag(config=True)

    def limits(self) -> Limits:
        """The configured limits."""
        names = set(Limits.__dataclass_fields__) & set(self.trait_names())
        return Limits(**{name: getattr(self, name) for name in names})

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Replace the outputs of all code cells: the student's own where they ran, the judge's on graded cells."""
        about = resources["nbgrader"]
        root = Path(self.config.CourseDirectory.root)
        session = session_for(root, Path(self.checks) if self.checks else None, self.allow_weak_isolation)
        result = resources.get(RESULT)
        if result is None:
            released = released_code(about["db_url"], about["assignment"], about["notebook"])
            result = session.result(session.task(nb, about["assignment"], released, self.limits()))
        mistakes = known_mistakes(session, about["assignment"], self.limits())
        verdicts = {name: replace(verdict, hints=mistakes.hints(verdict)) for name, verdict in result.verdicts.items()}
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        for cell, outputs, count in zip(code, result.outputs, result.counts, strict=True):
            cell.outputs = [from_dict(output) for output in outputs] + cell.metadata.pop(KEPT, [])
            cell.execution_count = count
        for cell in code:
            if cell.metadata.get("nbgrader", {}).get("grade") and not cell.metadata.nbgrader.get("solution"):
                verdict = verdicts.get(grade_id(cell).removeprefix("test_"))
                cell.outputs = mark_outputs(verdict, float(cell.metadata.nbgrader.points))
        nb.metadata["autograder"] = {
            **noted_at_intake(nb),
            "key": result.key,
            "content": mistakes.content,
            "events": [asdict(event) for event in result.events],
            "hints": {name: list(verdict.hints) for name, verdict in verdicts.items() if verdict.hints},
        }
        return nb, resources


def released_code(db_url: str, assignment: str, notebook: str) -> Released:
    """The text of the code cells as released, those that students may change and those they may not."""
    cells = source_cells(db_url, assignment, notebook)
    code = {name: cell for name, cell in cells.items() if cell.cell_type == "code"}
    return Released(
        locked={name: cell.source for name, cell in code.items() if cell.locked},
        stubs={name: cell.source for name, cell in code.items() if not cell.locked},
    )
