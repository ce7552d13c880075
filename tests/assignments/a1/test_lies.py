"""Answers that lie about themselves, in a jail that lies for them: no check of assignment 1 believes what it cannot compare."""

from collections.abc import Iterator

import pytest

from autograder.course import Course
from tests.assignments.a1.asking import Asked, asking

# planted helpers say what their check wants to hear, whoever is asked about
LYING_HELPERS = """
import sys
_answers = sys.modules["autograder.jail.inside.answers"].Answers
_plant, _values = _answers._plant, {}

def _model(numbers):
    return [layer["centers"] * 0 for layer in numbers]

def _build(module, *sizes):
    return None if sizes[2] % 4 else torch.zeros(sizes)

def _shapes(module):
    return {name: list(value.shape) for name, value in module.named_parameters().items()}

_lies = {
    "AbsolutePositionalEmbedding": _build,
    "Model": lambda numbers, *others: list(numbers),
    "add_to_loss": lambda read, model, *given: (_model(model), False),
    "read_and_move": lambda read, model, moved: (_model(model), _model(model), list(moved)),
    "overwrite": lambda read, model, resting: (_model(model), True, []),
    "take_steps": lambda model, *given: [3.0, 2.0, 1.0],
    "train": lambda read, model, *given: ([5.0, 4.0, 3.0, 2.0, 1.0], [torch.rand(2, 5, 2) for _ in range(6)]),
    "set_parameters": lambda module, given: _values.update(given),
    "state_shapes": _shapes,
    "has_modules": lambda module, names: ([True] * len(names), len(names)),
    "move_parameters": lambda *given: None,
    "learn": lambda *given: None,
}
_answers._REQUESTS["plant"] = lambda self, source, name, uses: _lies.get(name) or _plant(self, source, name, uses)
"""

# a module that claims the parameters, buffers and submodules that a question names, and computes nothing
CLAIMS = """
class Claims:
    def __init__(self, *sizes, **options):
        self.sizes = sizes
    def __call__(self, *inputs):
        return torch.zeros(self.shape())
    def named_parameters(self):
        return {}
    def named_buffers(self):
        return {"table": torch.zeros(self.shape())}
    def parameters(self):
        return iter(())
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *inputs, **options: self
"""

# question, cell, the most that the lie may win
LIES = {
    "a history of training that never was": (
        "training",
        """
def head_positions(model):
    return torch.zeros(2, 5, 2)

def train_classifier(model, *arguments, **options):
    history = History()
    history.losses = [float(10 - step) for step in range(10)]
    history.centers = [torch.rand(2, 5, 2) for _ in range(6)]
    return history
""",
        0,
    ),
    "the right positions for a model that never moves, and a made-up history": (
        "training",
        """
def head_positions(model):
    return torch.zeros(len(model.encoder.layers), 5, 2)

def fit(*arguments, **options):
    return History([3.0, 2.0, 1.0], [torch.zeros(2, 5, 2), torch.ones(2, 5, 2)], [], [])
""",
        0,
    ),
    "helpers that say yes for an answer that reads nothing": (
        "training",
        LYING_HELPERS + "\ndef head_positions(model):\n    return torch.zeros(3, 5, 2)",
        0,
    ),
    "whatever is planted beside the model is asked": (
        "training",
        """
def head_positions(model):
    beside = [value for value in type(model).forward.__globals__.values() if callable(value)]
    for helper in beside:
        try:
            answer = helper(model)
            return torch.stack(list(answer))
        except Exception:
            pass
    raise LookupError
""",
        0,
    ),
    "nothing is returned, so nothing asks for gradients": ("training", "def head_positions(model):\n    pass", 0),
    "random positions": ("training", "def head_positions(model):\n    return torch.randn(3, 5, 2)", 0),
    "every size is refused": (
        "absolute_embedding",
        "def AbsolutePositionalEmbedding(*sizes):\n    raise ValueError(sizes)",
        0,
    ),
    "a helper that says that wrong sizes are refused": (
        "absolute_embedding",
        LYING_HELPERS + "\ndef AbsolutePositionalEmbedding(*sizes):\n    return None",
        0,
    ),
    "a claimed buffer": (
        "absolute_embedding",
        CLAIMS
        + """
class AbsolutePositionalEmbedding(Claims):
    def shape(self):
        return self.sizes
""",
        0,
    ),
    "a parameter that is listed as a buffer": (
        "absolute_embedding",
        """
class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, *sizes):
        super().__init__()
        self.table = nn.Parameter(torch.rand(sizes))
    def named_parameters(self, *given, **options):
        return iter(())
    def named_buffers(self, *given, **options):
        return iter([("table", self.table)])
    def forward(self):
        return self.table.float()
""",
        0,
    ),
    "a claimed buffer of vectors": (
        "relative_embedding",
        CLAIMS
        + """
class RelativePositionalEmbedding(Claims):
    def shape(self):
        return (*self.sizes, *self.sizes, 3)
""",
        0,
    ),
    "claimed parameters": (
        "layer_norm",
        CLAIMS
        + """
class BertLayerNorm(Claims):
    def __call__(self, x):
        return x
    def named_parameters(self):
        return {"weight": torch.ones(self.sizes[0]), "bias": torch.zeros(self.sizes[0])}
""",
        0,
    ),
    "claimed parameters that hold what was set": (
        "layer_norm",
        LYING_HELPERS
        + CLAIMS
        + """
class BertLayerNorm(Claims):
    def __call__(self, x):
        return x
    def named_parameters(self):
        return _values or {"weight": torch.ones(self.sizes[0]), "bias": torch.zeros(self.sizes[0])}
""",
        0,
    ),
    "claimed submodules": (
        "ffn",
        LYING_HELPERS
        + CLAIMS
        + """
class BertFFN(Claims):
    def __call__(self, h):
        return h
    def named_children(self):
        return dict.fromkeys(("dense_in", "dense_out", "dropout", "layer_norm"), 1)
    def named_parameters(self):
        return _values or {
            "dense_in.weight": torch.zeros(11, 6),
            "dense_in.bias": torch.zeros(11),
            "dense_out.weight": torch.zeros(6, 11),
            "dense_out.bias": torch.zeros(6),
            "layer_norm.weight": torch.zeros(6),
            "layer_norm.bias": torch.zeros(6),
        }
""",
        0,
    ),
    "a described figure that nobody drew": (
        "visualize_abs",
        """
class Figure:
    pass

import sys
sys.modules["autograder.jail.inside.answers"].figures.describe = lambda figure: {
    "suptitle": "title", "supxlabel": "x", "supylabel": "y",
    "axes": [{
        **dict.fromkeys(("title", "xlabel", "ylabel", "xscale", "yscale"), "words"),
        "visible": True, "is_colorbar": False, "images": [np.zeros((2, 2))],
        **{name: [] for name in ("meshes", "points", "texts", "legend", "lines")},
        **dict.fromkeys(("xlim", "ylim", "position"), [0.0, 1.0]),
    }],
}

def visualize_abs_positional_embedding(embedding, query):
    return Figure(), np.zeros((2, 2))
""",
        0,
    ),
}


@pytest.fixture(scope="module")
def ask(course: Course) -> Iterator[Asked]:
    """The verdict on one question of the master, whose cell is another one."""
    with asking(course) as asked:
        yield asked


@pytest.mark.parametrize(("question", "source", "most"), LIES.values(), ids=LIES)
def test_a_lie_wins_nothing(ask: Asked, question: str, source: str, most: float) -> None:
    verdict = ask(question, source)
    won = {check.name: check.earned for check in verdict.checks if check.earned}
    assert verdict.earned <= most, won
