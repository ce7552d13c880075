"""IPython as a notebook sees it, without a kernel: what it shows goes to a recorder."""

import base64
import inspect
import os
import subprocess
import sys
from typing import Any

from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from autograder.jail.inside.recorder import Output, Recorder

_MOST_FRAMES = 60
_READ_AT_ONCE = 1 << 16


def _jsonable(bundle: Any) -> Output:
    """A mime bundle with bytes in base64, as the notebook format stores them."""
    if not isinstance(bundle, dict):
        return {}
    return {
        str(kind): base64.b64encode(value).decode() if isinstance(value, bytes) else value
        for kind, value in bundle.items()
    }


class _Publisher(DisplayPublisher):
    """Takes what display() shows."""

    recorder: Recorder

    def publish(
        self,
        data: Any,
        metadata: Any = None,
        source: Any = None,
        *,
        transient: Any = None,
        update: bool = False,
        **other: Any,
    ) -> None:
        display_id = (transient or {}).get("display_id")
        bundle, details = _jsonable(data), metadata or {}
        if update:
            self.recorder.update(str(display_id), bundle, details)
        else:
            output = {"output_type": "display_data", "data": bundle, "metadata": details}
            self.recorder.rich(output, display_id)

    def clear_output(self, wait: bool = False) -> None:
        self.recorder.clear(wait)


class _ResultHook(DisplayHook):
    """Takes the value of a cell's last expression."""

    recorder: Recorder

    def write_output_prompt(self) -> None:
        """Nothing: the front end draws the prompt."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        self.recorder.rich(
            {
                "output_type": "execute_result",
                "execution_count": self.prompt_count,
                "data": _jsonable(format_dict),
                "metadata": md_dict or {},
            }
        )

    def finish_displayhook(self) -> None:
        """Nothing: there is no prompt to end."""
        self._is_active = False

    def log_output(self, format_dict: Any) -> None:
        """Nothing: there is no history to write."""


class _Compiler(CachingCompiler):
    """Tells inspect to which module a cell belongs; else each frame of a traceback would search all modules."""

    def cache(self, transformed_code: str, number: int = 0, raw_code: str | None = None) -> str:
        name: str = super().cache(transformed_code, number, raw_code)
        for form in (name, os.path.abspath(name)):
            inspect.modulesbyfile[form] = "__main__"
        return name


class Shell(InteractiveShell):
    """An interactive shell whose outputs are collected, as a notebook's front end would."""

    compiler_class = _Compiler
    displayhook_class = _ResultHook
    display_pub_class = _Publisher
    recorder: Recorder
    seen = True

    def init_io(self) -> None:
        """Nothing: the streams are put in place for each cell."""

    def showtraceback(self, exc_tuple: Any = None, *arguments: Any, **options: Any) -> None:
        """Show the exception that is being handled; only its name where nobody will read more."""
        if self.seen:
            super().showtraceback(exc_tuple, *arguments, **options)
        else:
            kind, value, _ = self._get_exc_info(exc_tuple)
            self._showtraceback(kind, value, [])

    def _showtraceback(self, etype: Any, evalue: Any, stb: list[str]) -> None:
        self.recorder.rich(
            {
                "output_type": "error",
                "ename": str(getattr(etype, "__name__", etype)),
                "evalue": _text_of(evalue),
                "traceback": [str(line) for line in stb],
            }
        )

    def _get_exc_info(self, exc_tuple: Any = None) -> Any:
        kind, value, trace = super()._get_exc_info(exc_tuple)
        _shorten(trace)
        return kind, value, trace

    def system(self, command: str) -> None:
        """Run a shell command and show what it writes."""
        with subprocess.Popen(
            ["/bin/sh", "-c", self.var_expand(command, depth=1)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            assert process.stdout is not None
            while piece := os.read(process.stdout.fileno(), _READ_AT_ONCE):
                sys.stdout.write(piece.decode("utf-8", "replace"))
        self.user_ns["_exit_code"] = process.returncode

    def ask_exit(self) -> None:
        """Nothing: a notebook goes on after exit()."""

    def enable_gui(self, gui: Any = None) -> None:
        """Nothing: there is no window system here."""


def _shorten(trace: Any) -> None:
    """Cut the middle out of a deep traceback, which would take longer to format than the cell to run."""
    steps = []
    while trace is not None:
        steps.append(trace)
        trace = trace.tb_next
    if len(steps) > _MOST_FRAMES:
        steps[_MOST_FRAMES // 2].tb_next = steps[-_MOST_FRAMES // 2]


def _text_of(value: object) -> str:
    try:
        return str(value)
    except BaseException:
        return "<the exception has no printable message>"
