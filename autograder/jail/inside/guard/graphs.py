"""Computations that torch has recorded or compiled: they hold what they were made from, under the names of its parts."""

import sys
from typing import Any

import torch

from autograder.jail.inside.guard.functions import refuse_class
from autograder.jail.inside.guard.refusal import empty, refuser

# classes whose instances run a recorded computation, and the methods that do
_RUNNERS = {
    "torch._C.ScriptFunction": ("__call__",),
    "torch._C.ScriptMethod": ("__call__",),
    "torch._C.StaticModule": ("__call__", "runAsync"),
    "torch._C._te.TensorExprKernel": ("run", "fallback"),
    "torch._C._te.Cg": ("call", "call_raw"),
}


def forbid_graphs(why: str) -> None:
    """Let no recorded graph run; what torch.compile has compiled runs as the Python function it was made from."""
    text = f"A function that torch has traced, scripted or exported may not be used here. {why}"
    for name, methods in _RUNNERS.items():
        kind = _resolve(name)
        for method in methods:
            if hasattr(kind, method):
                setattr(kind, method, refuser(text))
    _forbid_fx(text)
    if "torch._dynamo" in sys.modules:
        torch.compiler.set_stance("force_eager")


def _forbid_fx(text: str) -> None:
    # every graph module has a class of its own, with the code that was made from its graph
    waiting = list(torch.fx.GraphModule.__subclasses__())
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        refuse_class(kind, text)
    refuse_class(torch.fx.Interpreter, text)
    empty(torch.fx.graph_module._WrappedCall.__call__, text)  # type: ignore[arg-type]


def _resolve(name: str) -> Any:
    found: Any = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found
