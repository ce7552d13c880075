"""A cell's outputs are what Jupyter would show."""

import re
import warnings
from dataclasses import replace

import nbformat
import pytest

from tests.jail.conftest import SMALL
from tests.jail.outcome import error, text

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CELLS = [
    "print('hello')\n1 + 1",
    "import sys\nprint('b', file=sys.stderr)",
    "from IPython.display import display, HTML, Markdown\ndisplay(HTML('<b>x</b>')); display(Markdown('*y*'))",
    "x = 3\nx;",
    "1 / 0",
    "def f(:",
    "import asyncio\nawait asyncio.sleep(0)\n'awaited'",
    "handle = display('first', display_id='spot')",
    "handle.update('second')",
    "from IPython.display import clear_output\nprint('gone'); clear_output(); print('stays')",
    "print('gone'); clear_output(wait=True); print('stays')",
    "!echo shell",
    "%%bash\necho bash",
    "_ = 7\n[i for i in range(3)]",
    "raise ValueError('my message')",
    "get_ipython().__class__.__mro__[-1]",
    "undefined_name",
    "import numpy as np\nnp.arange(3)",
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);",
    "plt.figure(); plt.figure()\nprint(len(plt.get_fignums()))",
    "print(len(plt.get_fignums()))",
]


@pytest.fixture(scope="module")
def jupyter():
    """The same cells in a real kernel."""
    from nbclient import NotebookClient

    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        NotebookClient(book, allow_errors=True, kernel_name="python3").execute()
    return book


def _simple(output):
    """An output without what differs from run to run."""
    plain = {key: value for key, value in dict(output).items() if key not in {"traceback", "display_id"}}
    if "data" in plain:
        plain["data"] = {
            kind: "<image>" if kind.startswith("image/") else str(value) for kind, value in plain["data"].items()
        }
    if "text" in plain:
        # a kernel runs shell commands in a terminal
        plain["text"] = plain["text"].replace("\r\n", "\n")
    if output["output_type"] == "error":
        plain["evalue"] = plain["evalue"].split(" (")[0]
    return plain


def test_outputs_equal_jupyters(run, jupyter):
    done = run(*CELLS)
    for place, cell in enumerate(jupyter.cells):
        ours = [_simple(output) for output in done.outputs[str(place)]]
        theirs = [_simple(output) for output in cell.outputs]
        assert ours == theirs, cell.source
        assert done.cells[str(place)].execution_count == cell.execution_count


def test_tracebacks_look_like_jupyters(run, jupyter):
    done = run(*CELLS)
    for place in (4, 14, 16):
        ours = "\n".join(done.outputs[str(place)][0]["traceback"])
        theirs = "\n".join(jupyter.cells[place].outputs[0]["traceback"])
        assert COLOUR.sub("", ours) == COLOUR.sub("", theirs)


def test_outputs_are_valid_nbformat(run):
    done = run(*CELLS)
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    for place, cell in enumerate(cells):
        outputs = [
            {key: value for key, value in output.items() if key != "display_id"} for output in done.outputs[str(place)]
        ]
        cell.outputs = [nbformat.from_dict(output) for output in outputs]
    nbformat.validate(nbformat.v4.new_notebook(cells=cells))


def test_a_plain_figure_is_shown_and_closed(run):
    done = run("import matplotlib.pyplot as plt\nplt.plot([1, 2]);", "plt.get_fignums()")
    (picture,) = done.outputs["0"]
    assert picture["output_type"] == "display_data"
    assert picture["data"]["image/png"].startswith("iVBOR")
    assert done.outputs["1"][0]["data"]["text/plain"] == "[]"


def test_writes_below_python_are_captured(run):
    done = run(
        "import os, subprocess, ctypes\nos.write(1, b'one\\n')\nos.system('echo two')\n"
        "subprocess.run(['echo', 'three'])\nctypes.CDLL(None).puts(b'four'); ctypes.CDLL(None).fflush(None)\nNone"
    )
    assert text(done) == "one\ntwo\nthree\nfour\n"


def test_input_says_that_nobody_answers(run):
    done = run("input('name?')", "import getpass; getpass.getpass()")
    assert "StdinNotImplementedError" in error(done)
    assert "StdinNotImplementedError" in error(done, "1")


def test_widgets_progress_bars_and_tensorboard_do_not_break_a_run(run):
    done = run(
        "from tqdm.auto import tqdm\nfrom tqdm import trange\nfor _ in tqdm(range(3)): pass\nfor _ in trange(2): pass",
        "import ipywidgets\nbox = ipywidgets.VBox([ipywidgets.IntSlider()]); display(box); box",
        "from tqdm.notebook import tqdm\nfor _ in tqdm(range(2)): pass",
        "@ipywidgets.interact(n=3)\ndef show(n): print(n)",
        "%load_ext tensorboard\n%tensorboard --logdir runs",
        "from torch.utils.tensorboard import SummaryWriter\nw = SummaryWriter('runs'); w.add_scalar('a', 1, 1); w.close()",
        "%load_ext autoreload\n%autoreload 2\n%timeit -n1 -r1 None\n%who_ls",
    )
    assert [error(done, str(place)) for place in range(7)] == [""] * 7


def test_exit_ends_nothing(run):
    done = run("exit()", "quit", "import sys; sys.exit(1)", "print('here')")
    assert text(done, "3") == "here\n"


def test_released_files_lie_beside_the_notebook(run):
    done = run("print(open('data/a.txt').read())", files={"data/a.txt": b"content"})
    assert text(done) == "content\n"


def test_seeds_locale_zone_and_threads_are_fixed(run):
    source = (
        "import random, numpy, torch, time, locale\n"
        "print(random.random(), numpy.random.rand(), torch.rand(1).item(), time.tzname[0], torch.get_num_threads(),"
        " locale.getpreferredencoding(), hash('x'))"
    )
    assert text(run(source)) == text(run(source))
    assert " UTC 1 utf-8 " in text(run(source)).lower().replace("utc", "UTC")


def test_script_in_outputs_stays_data(run):
    done = run("from IPython.display import HTML\nHTML('<script>alert(1)</script>')")
    assert done.outputs["0"][0]["data"]["text/html"] == "<script>alert(1)</script>"


def test_all_cells_together_write_no_more_than_allowed(run):
    limits = replace(SMALL, cell_output=1000, total_output=3000)
    short = run(*["print('x' * 599)"] * 8, limits=limits)
    sizes = [
        sum(len(output.get("text", "").partition("[output cut")[0]) for output in short.outputs[str(n)])
        for n in range(8)
    ]
    assert sizes[:5] == [600] * 5
    assert sum(sizes) <= 3000 + 8  # a blank line before each sentence that says so
    long = run(*["print('x' * 5000)"] * 8, limits=limits)
    assert sum(output["text"].count("x") for outputs in long.outputs.values() for output in outputs) <= 3000
