"""A zygote, a judge of the sample checks, and an honest submission to change."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from autograder.course.solution import SolutionFolder
    from autograder.jail import Limits
    from autograder.jail.inside.warm import warm_up
    from autograder.jail.outside.notebook import CellSource, NotebookRun
    from autograder.jail.outside.zygote import Zygote
    from autograder.judge import Judge
    from autograder.judge.bundle import read_bundle
    from autograder.judge.verdict import Verdict

    warm_up(())

# these are run by the judge, not by the tests' own pytest
collect_ignore = ["sample"]

SAMPLE = read_bundle(SolutionFolder(Path(__file__).parent / "sample"))
HONEST = {
    "setup": (
        "import math, os\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
        "import matplotlib.pyplot as plt"
    ),
    "unit_length": """
class UnitLength(nn.Module):
    def __init__(self, size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.bias = nn.Parameter(torch.zeros(size))
        self.eps = eps

    def forward(self, x):
        length = torch.sqrt((x**2).sum(-1, keepdim=True) + self.eps)
        return x / length * self.weight + self.bias
""",
    "mish": "def mish(x):\n    return x * torch.tanh(torch.log1p(torch.exp(x)))",
    "plot": """
def helper(x):
    return x

def uses_helper(x):
    return helper(x)

def draw(x):
    fig, ax = plt.subplots()
    ax.imshow(x)
    ax.set_title('title')
    ax.set_xlabel('x')
    plt.close(fig)
    return fig, x
""",
    "slow": "def answer(n):\n    return n",
}
LIMITS = Limits(cell_seconds=5, check_seconds=2, memory=512 << 20, cpu_seconds=30, processes=24)


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    with Zygote.start(hidden=(Path(__file__).parent,), allow_weak=True) as started:
        yield started


@pytest.fixture(scope="session")
def judge(zygote: Zygote) -> Iterator[Judge]:
    with Judge(SAMPLE) as made:
        yield made


@pytest.fixture
def submit(zygote: Zygote) -> Iterator[Callable[..., NotebookRun]]:
    """Runs the honest submission with some cells changed."""
    runs = []

    def start(**changed: str) -> NotebookRun:
        cells = [CellSource(name, source) for name, source in {**HONEST, **changed}.items()]
        runs.append(zygote.run_notebook(cells, LIMITS))
        return runs[-1]

    yield start
    for run in runs:
        run.close()


@pytest.fixture
def grade(submit: Callable[..., NotebookRun], judge: Judge) -> Callable[..., dict[str, Verdict]]:
    """The verdicts, by question, on the honest submission with some cells changed."""

    def start(**changed: str) -> dict[str, Verdict]:
        verdicts = judge.judge(submit(**changed), sources={**HONEST, **changed})
        return {verdict.question: verdict for verdict in verdicts}

    return start
