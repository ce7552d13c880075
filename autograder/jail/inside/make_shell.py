"""Makes the one shell of a zygote, warm: most of what a first cell costs is paid before the fork."""

import os
from typing import Any

import matplotlib_inline.backend_inline
from IPython.core.magic import Magics, line_magic, magics_class
from IPython.core.pylabtools import activate_matplotlib
from traitlets.config import Config

from autograder.jail.inside.recorder import Recorder
from autograder.jail.inside.shell import Shell

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
_ROOM_FOR_FIRST_CELLS = 1 << 20


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


def _warm_up(shell: Shell) -> None:
    for source in _FIRST_CELLS:
        shell.recorder.begin(_ROOM_FOR_FIRST_CELLS)
        shell.run_cell(source, store_history=False)
    shell.recorder.begin(0)
    for name in ("__warningregistry__", "__draw", "_"):
        shell.user_ns.pop(name, None)


@magics_class
class _QuietTensorBoard(Magics):
    """Stands in for TensorBoard's magic, which would wait for a server that has no network to listen on."""

    @line_magic
    def tensorboard(self, line: str) -> None:
        """Say that the panel is not shown here."""
        print("TensorBoard is not started while the notebook is graded.")


def _stand_in_for_tensorboard(shell: Shell) -> None:
    extensions: Any = shell.extension_manager
    load = extensions.load_extension

    def load_extension(name: str) -> Any:
        if name in {"tensorboard", "tensorboard.notebook"}:
            shell.register_magics(_QuietTensorBoard)
            return None
        return load(name)

    extensions.load_extension = load_extension
