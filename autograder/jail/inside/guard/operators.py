"""Operators of torch that raise, by whatever way below Python they are reached."""

import contextlib
import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import torch

from autograder.jail.inside.guard.refusal import empty_builtin, refuser
from autograder.jail.things import KNOWN, Thing

# dispatch keys whose code calls the operator again, and those that only mark where a group of keys begins
_WRAPPERS = ("Autograd", "Autocast", "ADInplaceOrView", "Functionalize", "Python", "PreDispatch", "StartOf", "EndOf")
# devices that no jail has
_ELSEWHERE = ("CUDA", "HIP", "XLA", "MPS", "IPU", "XPU", "HPU", "VE", "Lazy", "MTIA", "MAIA", "Use1", "Use2", "Use3")
# what torch's list for Python leaves out
_UNLISTED = ("MkldnnCPU", "Batched", "VmapMode", "Named", "Fake", "DeferredInit")
_KEYS = tuple(
    key
    for key in (*torch._C.DispatchKey.__members__, *_UNLISTED)
    if key != "Undefined" and not key.startswith(_WRAPPERS) and not key.endswith(_ELSEWHERE)
)
"""The dispatch keys under which torch may keep code of an operator that can run on this machine."""


@cache
def operators_of(thing: Thing) -> dict[str, tuple[str, ...]]:
    """Every operator in torch's registry that computes a thing, and where it keeps code for that."""
    return {
        name: tuple(key for key in _KEYS if _has_code(name, key))
        for name in torch._C._dispatch_get_all_op_names()
        if thing.is_computed_by(name)
    }


def learn_operators() -> None:
    """Search torch's registry before the first question asks for it."""
    for thing in KNOWN:
        operators_of(thing)


def forbid_operators(things: Sequence[Thing], why: str) -> None:
    """Make every operator raise that computes one of these things."""
    found = {name: keys for thing in things for name, keys in operators_of(thing).items()}
    libraries: dict[str, Any] = {}
    for name, keys in found.items():
        namespace, _, operator = name.partition("::")
        if namespace not in libraries:
            libraries[namespace] = torch._C._dispatch_library("IMPL", namespace, "")
            # its end would bring back what it overrides: it is kept for good, and where no code can find it
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(libraries[namespace]))
        refuse = refuser(f"torch's own {operator.partition('.')[0]} may not be used here. {why}")
        for key in keys:
            libraries[namespace].impl(operator, key, refuse, False)
    for thing in things:
        _close_tables(thing.tables)


def forbid_kernels(why: str) -> None:
    """Make the objects raise that call the code of an operator past torch's dispatcher."""
    kernel = getattr(torch._C, "_SafeKernelFunction", None)
    if kernel is not None:
        text = f"The code of an operator may not be called directly here. {why}"
        empty_builtin(kernel.call_boxed, text)
        kernel.call_boxed = refuser(text)


def _close_tables(names: Sequence[str]) -> None:
    """Have the process end where code is called past all operators, as only C and static graphs can do."""
    try:
        library = ctypes.CDLL(str(Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"))
        end = ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p).value
    except OSError:
        return
    for name in names:
        # torch may be built without it, or name it otherwise: the operators are closed all the same
        with contextlib.suppress(ValueError):
            ctypes.c_void_p.in_dll(library, symbol_of(name)).value = end


def symbol_of(table: str) -> str:
    """The symbol of a table in at::native, as C++ compilers write it."""
    return f"_ZN2at6native{len(table)}{table}E"


def _has_code(operator: str, key: str) -> bool:
    # not every version of torch knows every key
    with contextlib.suppress(RuntimeError):
        return bool(torch._C._dispatch_has_kernel_for_dispatch_key(operator, key))
    return False
