"""Without namespaces there is no memory that only a submission's own processes share: data is loaded in its one process.

The batches are the same; only those who start processes themselves notice.
"""

import functools
import inspect
from typing import Any

from torch.utils.data import DataLoader

_ABOUT_WORKERS = ("prefetch_factor", "persistent_workers", "multiprocessing_context", "timeout")


def load_data_in_one_process() -> None:
    """Have every DataLoader work without worker processes, however many it is asked for."""
    make = DataLoader.__init__
    parameters = inspect.signature(make)

    @functools.wraps(make)
    def make_without_workers(self: Any, *args: Any, **kwargs: Any) -> None:
        asked = parameters.bind(self, *args, **kwargs)
        if asked.arguments.get("num_workers"):
            asked.arguments["num_workers"] = 0
            for name in _ABOUT_WORKERS:
                asked.arguments.pop(name, None)
        make(*asked.args, **asked.kwargs)

    DataLoader.__init__ = make_without_workers  # type: ignore[method-assign]
