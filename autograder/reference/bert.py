"""Right parts of the BERT-like encoder, put in place of a student's while a question that builds on them is checked.

Checks plant pieces of this file in the jail, so they use nothing but the imports that source() gives them.
"""

import inspect
import math
from typing import Any

import torch
from torch import Tensor, nn

_IMPORTS = "import math\nfrom typing import Any\nimport torch\nfrom torch import Tensor, nn\n"


def source(*pieces: Any) -> str:
    """The source of some functions and classes, to be planted."""
    return _IMPORTS + "\n".join(map(inspect.getsource, pieces))


def gelu_exact(x: Tensor, *_: Any, **__: Any) -> Tensor:
    """GELU through the error function."""
    return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))


class BertLayerNorm(nn.Module):
    """Layer normalisation; arguments that only the student's own class has are let pass."""

    def __init__(self, hidden_size: int, eps: float = 1e-12, *_: Any, **__: Any) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Normalise the last axis."""
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(variance + self.eps) * self.weight + self.bias


class BertFFN(nn.Module):
    """The feed-forward half of an encoder layer."""

    def __init__(self, config: Any, *_: Any, **__: Any) -> None:
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, config.layer_norm_eps)

    def forward(self, hidden_states: Tensor) -> Tensor:
        """Transform every position, add, normalise."""
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))
        normalised: Tensor = self.layer_norm(hidden_states + update)
        return normalised


class PassOn(nn.Module):
    """Give back the input: it stands where a layer should not be seen."""

    def forward(self, x: Tensor) -> Tensor:
        """Change nothing."""
        return x


def set_parameters(module: nn.Module, values: dict[str, Tensor]) -> None:
    """Copy values into a module's parameters, and begin the random numbers anew, whatever its own start took of them."""
    with torch.no_grad():
        for name, value in values.items():
            owner, _, last = name.rpartition(".")
            if getattr(module.get_submodule(owner), last, value) is not None:  # None: a linear layer without bias
                module.get_parameter(name).copy_(value)
    torch.manual_seed(0)


def state_shapes(module: nn.Module) -> dict[str, list[int]]:
    """The shape of everything a module would save."""
    return {name: list(value.shape) for name, value in module.state_dict().items()}
