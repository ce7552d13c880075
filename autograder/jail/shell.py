"""IPython as a notebook sees it, without a kernel: runs a cell and gives back nbformat outputs."""

import base64
import builtins
import contextlib
import getpass
import inspect
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import matplotlib_inline.backend_inline
from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.error import StdinNotImplementedError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_magic, magics_class
from IPython.core.pylabtools import activate_matplotlib
from traitlets.config import Config

Output = dict[str, Any]

_NO_INPUT = "A notebook that is graded cannot ask for input: write the value into the cell instead of calling input()."
_DEEPEST = 60
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
        if self._room(_weight(output)):
            self.outputs.append({**output, "display_id": display_id} if display_id else output)

    def update(self, display_id: str, data: Output, metadata: Output) -> None:
        """Change what was displayed under an id, in this cell or an earlier one."""
        if self._room(_weight(data)):
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


def _weight(value: Any) -> int:
    if isinstance(value, dict):
        return sum(len(str(key)) + _weight(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return sum(map(_weight, value))
    return len(value) if isinstance(value, str | bytes) else 8


class _Stream(io.TextIOBase):
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


def _jsonable(bundle: Any) -> Output:
    """A mime bundle with bytes in base64, as the notebook format keeps them."""
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
        """Nothing: there is no history to keep."""


@magics_class
class _QuietTensorBoard(Magics):
    """Stands in for TensorBoard's magic, which would wait for a server that has no network to listen on."""

    @line_magic
    def tensorboard(self, line: str) -> None:
        """Say that the panel is not shown here."""
        print("TensorBoard is not started while the notebook is graded.")


class _Compiler(CachingCompiler):
    """Tells inspect to which module a cell belongs, or each frame of a traceback would search them all."""

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
            while piece := os.read(process.stdout.fileno(), 1 << 16):
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
    if len(steps) > _DEEPEST:
        steps[_DEEPEST // 2].tb_next = steps[-_DEEPEST // 2]


def _text_of(value: object) -> str:
    try:
        return str(value)
    except BaseException:
        return "<the exception has no printable message>"


def make_shell() -> Shell:
    """The one shell of this process, warm: most of its cost is paid before the fork."""
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    # colours would take nine tenths of the time of a traceback
    config.InteractiveShell.colors = "nocolor"
    # a tight box around a figure means drawing it twice
    config.InlineBackend.print_figure_kwargs = {"bbox_inches": None}
    config.InteractiveShell.separate_in = ""
    shell = Shell.instance(config=config)
    recorder = Recorder()
    parts: tuple[Any, ...] = (shell, shell.display_pub, shell.displayhook)
    for part in parts:
        part.recorder = recorder
    shell.user_module.__dict__.pop("__file__", None)
    activate_matplotlib("module://matplotlib_inline.backend_inline")
    matplotlib_inline.backend_inline.configure_inline_support(shell, "inline")
    _stand_in_for_tensorboard(shell)
    _warm_up(shell)
    return shell


# what the first cell of a process pays for: parsers, fonts, the source lines of torch that tracebacks quote
_FIRST_CELLS = (
    "None",
    "1 / 0",
    "__import__('torch').nn.Linear(1, 1)(None)",
    """
def __draw():
    import matplotlib.pyplot as plt
    fig, axes = plt.subplots(1, 2)
    picture = axes[0].imshow([[0.0, 1.0]], extent=(0, 2, 0, 1))
    axes[0].set(title=r"$\\alpha_{1}^{2}$ = 0.5", xlabel="x", ylabel="y", yticks=[])
    fig.colorbar(picture, ax=axes[0])
    axes[1].plot([0.0, 1.0], [1.0, 10.0], "o-", label="0123456789 abcdefghijklmnopqrstuvwxyz")
    axes[1].scatter([0.5], [2.0], marker="x")
    axes[1].set_yscale("log")
    axes[1].legend()
    fig.suptitle("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    fig.tight_layout()
    plt.show()
__draw()
""",
)


def _warm_up(shell: Shell) -> None:
    for source in _FIRST_CELLS:
        shell.recorder.begin(1 << 20)
        shell.run_cell(source, store_history=False)
    shell.recorder.begin(0)
    for name in ("__warningregistry__", "__draw", "_"):
        shell.user_ns.pop(name, None)


def _stand_in_for_tensorboard(shell: Shell) -> None:
    extensions: Any = shell.extension_manager
    load = extensions.load_extension

    def load_extension(name: str) -> Any:
        if name in {"tensorboard", "tensorboard.notebook"}:
            shell.register_magics(_QuietTensorBoard)
            return None
        return load(name)

    extensions.load_extension = load_extension


def forbid_input() -> None:
    """Make input() and getpass() say that nobody is there to answer."""

    def ask(prompt: str = "") -> str:
        raise StdinNotImplementedError(_NO_INPUT)

    builtins.input = ask  # type: ignore[assignment]
    getpass.getpass = ask  # type: ignore[assignment]


class CellRunner:
    """Runs cells one after the other in the shell, with both kinds of writing to stdout and stderr captured."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.recorder = shell.recorder
        self.captured = {"stdout": os.memfd_create("stdout"), "stderr": os.memfd_create("stderr")}
        self.streams = {
            name: _Stream(name, self.recorder, descriptor) for name, descriptor in (("stdout", 1), ("stderr", 2))
        }
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            # opened again for appending: what a child process writes must not overwrite what is there
            end = os.open(f"/proc/self/fd/{self.captured[name]}", os.O_WRONLY | os.O_APPEND)
            os.dup2(end, descriptor)
            os.close(end)

    def run(
        self, source: str, limit: int, seen: bool = True, pictures: bool = True
    ) -> tuple[list[Output], list[Output]]:
        """Run one cell; its outputs, and changes to what earlier cells displayed."""
        self.recorder.begin(limit)
        self.shell.seen = seen
        formatter: Any = getattr(self.shell, "display_formatter", None)
        with contextlib.suppress(Exception):  # a student may have taken the shell apart
            formatter.formatters["image/png"].enabled = pictures
        with self._streams(), self._interruptible():
            try:
                self.shell.run_cell(source, store_history=True, silent=False)
            except KeyboardInterrupt:
                self.shell.showtraceback()
            except BaseException:
                # whatever a student did to the shell, the cell has an outcome
                self.shell.showtraceback()
        with contextlib.suppress(OSError):
            self._take_descriptors()
        return self.recorder.finished(), self.recorder.updates

    @contextlib.contextmanager
    def _streams(self) -> Iterator[None]:
        for name, stream in self.streams.items():
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        yield

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            yield
        finally:
            # a timer that the cell left behind would go off between two cells, where nobody catches what it raises
            for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
                signal.setitimer(timer, 0)
            sys.settrace(None)
            sys.setprofile(None)
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _take_descriptors(self) -> None:
        for name, descriptor in self.captured.items():
            size = os.fstat(descriptor).st_size
            if size:
                data = os.pread(descriptor, max(min(size, self.recorder.left + 4), 4), 0)
                os.ftruncate(descriptor, 0)
                self.recorder.stream(name, data.decode("utf-8", "replace"))
