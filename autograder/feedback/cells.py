"""Cells of a graded notebook as the page shows them: the student's own as a whole, given ones by what they put out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.course.cells import grade_id, is_locked, shows_own_outputs, words_of
from autograder.course.marking_scheme import without_schemes
from autograder.feedback.content import ShownCell, ShownOutput
from autograder.feedback.outputs import shown_outputs
from autograder.grading.note import HANDED_IN
from autograder.pages.pictures import data_address

_NOTHING = ShownCell("outputs", "")


@dataclass(frozen=True)
class Cells:
    """Shows the cells of one graded notebook."""

    released: Mapping[str, NotebookNode]
    """The cells as they were handed out, by name."""
    said: Collection[str]
    """Sentences that the page says elsewhere."""
    roots: Collection[str]
    """Folders of the course that no page may show."""

    def own(self, cell: NotebookNode) -> ShownCell | None:
        """A cell as the page shows it: answers and added cells as a whole, cells of the assignment by their outputs."""
        if cell.cell_type != "code":
            return self.text(cell)
        name = grade_id(cell)
        if self.keeps_outputs(cell):
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

    def text(self, cell: NotebookNode) -> ShownCell:
        """A text cell with the pictures pasted into it."""
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

    def drawing(self, cell: NotebookNode) -> ShownCell | None:
        """A given cell that drew something with the student's code; None where it drew nothing."""
        outputs = [output for output in self._outputs(cell.get("outputs", ())) if output.kind in {"picture", "text"}]
        caption = f"Drawn with your code by the cell `{grade_id(cell)}`:"
        return ShownCell("outputs", "", tuple(outputs), caption) if _has_picture(outputs) else None

    def is_untouched(self, cells: Iterable[NotebookNode], name: str) -> bool:
        """Whether the answer is as it was handed out; the page says so, and that is all that needs to be said."""
        return any(grade_id(cell) == name and (self.own(cell) or _NOTHING).untouched for cell in cells)

    def without_figures(self, cells: Iterable[NotebookNode]) -> tuple[str, ...]:
        """The given cells whose figures should have been handed in, and were not."""
        return tuple(
            grade_id(cell)
            for cell in cells
            if self.keeps_outputs(cell) and not _has_picture(self._outputs(_kept(cell)))
        )

    def keeps_outputs(self, cell: NotebookNode) -> bool:
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

    def _outputs(self, outputs: Iterable[NotebookNode]) -> tuple[ShownOutput, ...]:
        return shown_outputs(outputs, self.said, self.roots)


def _kept(cell: NotebookNode) -> list[NotebookNode]:
    """Those outputs of a graded cell that were in the notebook when it was handed in."""
    outputs: list[NotebookNode] = cell.get("outputs", [])
    notices = (place for place, output in enumerate(outputs) if str(output.get("text", "")).strip() == HANDED_IN)
    return outputs[next(notices, len(outputs)) + 1 :]


def _has_picture(outputs: Iterable[ShownOutput]) -> bool:
    return any(output.kind == "picture" for output in outputs)
