"""All that the cells of a notebook put out in one run, bounded in size and in number of parts."""

from typing import Any

from autograder.jail.output_size import parts_of, size_of
from autograder.jail.outside.outputs import Output, clean_outputs, clean_updates

_BYTES_PER_CHARACTER = 4
_MOST_PARTS = 100_000
"""Texts, numbers and containers of all outputs: some thousand outputs of the usual kind."""
_LEAST_OF_A_CHANGE = 300
"""Characters that a change of a display counts: a cell may change thousands of displays thousands of times."""


class Shown:
    """The room that is left for outputs, and the displays that later cells may change."""

    def __init__(self, cell_output: int, total_output: int) -> None:
        self._most_of_a_cell = cell_output
        # the jail observes the limit unless the submission changed the jail; as in clean_outputs, it counts characters
        self._room = _BYTES_PER_CHARACTER * total_output
        self._parts_left = _MOST_PARTS
        self._displays: dict[str, list[Output]] = {}
        """All that was displayed under an id."""

    def add(self, outputs: Any, updates: Any) -> list[Output]:
        """The outputs of a cell, as far as there is room for them; its updates change what is displayed already."""
        cleaned = list(clean_outputs(outputs, min(self._most_of_a_cell, self._room), self._parts_left))
        self._room = max(0, self._room - size_of(cleaned))
        self._parts_left = max(0, self._parts_left - parts_of(cleaned))
        for output in cleaned:
            if "display_id" in output:
                self._displays.setdefault(output["display_id"], []).append(output)
        for display_id, data, metadata in clean_updates(updates):
            self._update(display_id, data, metadata)
        return cleaned

    def _update(self, display_id: str, data: Output, metadata: Output) -> None:
        size = max(size_of(data) + size_of(metadata), _LEAST_OF_A_CHANGE)
        parts = parts_of(data) + parts_of(metadata)
        for output in self._displays.get(display_id, ()):
            left = self._parts_left + parts_of(output["data"]) + parts_of(output["metadata"]) - parts
            if size > self._room or left < 0:
                return
            self._room -= size
            self._parts_left = left
            output.update(data=data, metadata=metadata)
