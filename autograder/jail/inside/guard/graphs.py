"""Computations that torch has recorded or compiled: they hold what they were made from, under the names of its parts."""

import sys
import types
from typing import Any

import torch

from autograder.jail.inside.guard.copies import codes_of, remember_codes
from autograder.jail.inside.guard.refusal import empty, empty_builtin, refuse_class, refuser

# what runs a recorded computation: functions, and methods of classes
_RUNNERS = (
    "torch._C.ScriptFunction.__call__",
    "torch._C.ScriptMethod.__call__",
    "torch._C.ScriptClass.__call__",
    "torch._C.ScriptClassFunction.__call__",
    "torch._C.LiteScriptModule.forward",
    "torch._C.LiteScriptModule.run_method",
    "torch._C.StaticModule.__call__",
    "torch._C.StaticModule.runAsync",
    "torch._C.ThroughputBenchmark.run_once",
    "torch._C._jit_interpret_graph",
    "torch._C._jit_pass_constant_propagation",
    "torch._C._jit_pass_constant_propagation_immutable_types",
    "torch._C._te.TensorExprKernel.run",
    "torch._C._te.TensorExprKernel.fallback",
    "torch._C._te.Cg.call",
    "torch._C._te.Cg.call_raw",
    "torch._C._nativert.PyModelRunner.run",
    "torch._C._nativert.PyModelRunner.run_with_flat_inputs_and_outputs",
    "torch._C._aoti.AOTIModelContainerRunnerCpu.run",
    "torch._C._aoti.AOTIModelContainerRunnerCpu.boxed_run",
    "torch._C._aoti.AOTIModelPackageLoader.run",
    "torch._C._aoti.AOTIModelPackageLoader.boxed_run",
)
# functions that make code of a graph, and classes whose instances hold what a compiler made of one
_MAKERS = ("torch.fx.graph_module._exec_with_source", "torch.fx.graph_module._WrappedCall.__call__")
_COMPILED = ("torch._inductor.output_code.CompiledFxGraph", "torch._inductor.output_code.CompiledAOTI")


def forbid_graphs(why: str) -> None:
    """Let no recorded graph run; what torch.compile has compiled runs as the Python function it was made from."""
    text = f"A function that torch has traced, scripted or exported may not be used here. {why}"
    for name in _RUNNERS:
        path, _, last = name.rpartition(".")
        owner, found = _resolve(path), _resolve(name)
        if found is not None:
            # a bound method that was saved before leads to the same function
            empty_builtin(found, text)
            setattr(owner, last, refuser(text))
    for name in _MAKERS:
        found = _resolve(name)
        if isinstance(found, types.FunctionType):
            empty(found, text)
    for name in _COMPILED:
        found = _resolve(name)
        if isinstance(found, type):
            refuse_class(found, text)
    _forbid_fx(text)
    if "torch._dynamo" in sys.modules:
        torch.compiler.set_stance("force_eager")


def _forbid_fx(text: str) -> None:
    # every graph module has a class of its own, with the code that was made from its graph
    waiting = list(torch.fx.GraphModule.__subclasses__())
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        remember_codes(codes_of(kind))
        refuse_class(kind, text)
    refuse_class(torch.fx.Interpreter, text)


def _resolve(name: str) -> Any:
    found: Any = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found
