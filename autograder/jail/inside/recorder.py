"""Collects what a cell puts out, as nbformat outputs, up to a limit."""

import io
from typing import Any

from autograder.jail.output_size import size_of

Output = dict[str, Any]

_CUT = "\n[output cut: a cell may write {limit:,} bytes]\n"


class Recorder:
    """The outputs of the cell that is running."""

    def __init__(self) -> None:
        self.limit = 0
        self.begin(0)

    def begin(self, limit: int) -> None:
        """Forget the last cell and allow the next one this many bytes."""
        self.limit = limit
        self.left = limit
        self.outputs: list[Output] = []
        self.updates: list[Output] = []
        self.cut = False
        self.clear_at_next = False

    def _room(self, size: int) -> bool:
        self.left -= size
        if self.left >= 0:
            return True
        if not self.cut:
            self.cut = True
            self._append_text("stderr", _CUT.format(limit=self.limit))
        return False

    def _append_text(self, name: str, text: str) -> None:
        last = self.outputs[-1] if self.outputs else None
        if last is not None and last["output_type"] == "stream" and last["name"] == name:
            # joined once, at the end: a cell that prints a character at a time stays linear
            last["text"].append(text)
        else:
            self.outputs.append({"output_type": "stream", "name": name, "text": [text]})

    def _clear_if_asked(self) -> None:
        if self.clear_at_next:
            self.clear_at_next = False
            self.outputs.clear()

    def stream(self, name: str, text: str) -> None:
        """Record text written to stdout or stderr."""
        if not text:
            return
        self._clear_if_asked()
        if self.cut:
            return
        fits = text if len(text) <= self.left else text[: max(self.left, 0)]
        self._append_text(name, fits)
        self._room(len(text))

    def rich(self, output: Output, display_id: str | None = None) -> None:
        """Record a result, a display or an error."""
        self._clear_if_asked()
        if self._room(size_of(output)):
            self.outputs.append({**output, "display_id": display_id} if display_id else output)

    def update(self, display_id: str, data: Output, metadata: Output) -> None:
        """Change what was displayed under an id, in this cell or an earlier one."""
        if self._room(size_of(data)):
            for output in self.outputs:
                if output.get("display_id") == display_id:
                    output.update(data=data, metadata=metadata)
            self.updates.append({"display_id": display_id, "data": data, "metadata": metadata})

    def clear(self, wait: bool) -> None:
        """Forget what the cell has put out so far, at once or when something new comes."""
        if wait:
            self.clear_at_next = True
        else:
            self.outputs.clear()

    def finished(self) -> list[Output]:
        """The outputs as nbformat wants them."""
        return [
            {**output, "text": "".join(output["text"])} if output["output_type"] == "stream" else output
            for output in self.outputs
        ]


class CellStream(io.TextIOBase):
    """sys.stdout or sys.stderr of a cell."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name: str, recorder: Recorder, descriptor: int) -> None:
        self.name = name
        self.recorder = recorder
        self.descriptor = descriptor

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.recorder.stream(self.name, text)
        return len(text)

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return self.descriptor
