"""Calls every operator of torch's registry, and functions of libraries, and tells which compute GELU or a layer norm.

A script. Prints as JSON which names do so by themselves, and which of them still do under the guard. They are known by
the values that they give, so that no list has to be kept of them.
"""

import importlib
import json
import os
import signal
import warnings
from collections.abc import Callable, Iterator

warnings.simplefilter("ignore")

from autograder.jail.inside.warm import warm_up  # noqa: E402

LIBRARIES = (
    *("torch._refs", "torch._refs.nn.functional", "torch._refs.special", "torch._decomp.decompositions"),
    *("torch", "torch.nn.functional", "torch.special", "torch.ao.nn.quantized.functional", "torch._prims"),
    *("torch._inductor.decomposition", "torch._functorch.batch_norm_replacement", "torchvision.ops"),
    *("torchvision.transforms.functional", "scipy.cluster.vq", "scipy.stats", "scipy.special", "sklearn.preprocessing"),
)
warm_up(LIBRARIES)

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

from autograder.jail.inside import guard  # noqa: E402

SIZE, EPS, SECONDS = 6, 1e-12, 5
# calls in one process: some change a setting, and then nothing works there any more
AT_ONCE = 500
X = torch.linspace(-2, 3, 4 * SIZE, dtype=torch.float64).reshape(4, SIZE)
CENTRED = X - X.mean(-1, keepdim=True)
WANTED = (F.gelu(X), F.gelu(X, approximate="tanh"), F.layer_norm(X, (SIZE,), eps=EPS))
# one normalisation is another one of a moved or centred tensor
INPUTS = (X, X.T, CENTRED, X[None])

Attempt = tuple[str, Callable[[], object]]


def operators() -> Iterator[Attempt]:
    """Calls of each operator, with arguments made up from its schema."""
    for name in sorted(torch._C._dispatch_get_all_op_names()):
        namespace, _, rest = name.partition("::")
        base, _, overload = rest.partition(".")
        for tensor in INPUTS:
            yield name, lambda path=(namespace, base, overload or "default"), tensor=tensor: call_operator(path, tensor)


def call_operator(path: tuple[str, str, str], tensor: torch.Tensor) -> object:
    operator = getattr(getattr(getattr(torch.ops, path[0]), path[1]), path[2])
    arguments = operator._schema.arguments
    args = [made_up(argument, tensor) for argument in arguments if not argument.kwarg_only]
    needed = [argument for argument in arguments if argument.kwarg_only and not argument.has_default_value()]
    options = {argument.name: made_up(argument, tensor) for argument in needed}
    return operator(*args, **options), args, options


def made_up(argument: torch._C.Argument, tensor: torch.Tensor) -> object:
    kind = str(argument.type)
    if argument.name in {"eps", "epsilon"}:
        return EPS
    if argument.has_default_value():
        return argument.default_value
    if kind.startswith("Optional"):
        return None
    values = {"Tensor": tensor.clone(), "List[int]": [SIZE], "bool": True, "int": 1, "float": EPS, "number": EPS}
    return values.get(kind, "gelu" if kind == "str" else [])


def functions() -> Iterator[Attempt]:
    """Calls of functions, and of torch's decompositions, in the ways in which such functions are called."""
    owners = {name: importlib.import_module(name) for name in LIBRARIES}
    owners |= {"torch._C._nn": torch._C._nn, "VariableFunctions": torch._C._VariableFunctions, "Tensor": torch.Tensor}
    found = [(f"{path}.{name}", getattr(owner, name, None)) for path, owner in owners.items() for name in dir(owner)]
    tables = torch._decomp.global_decomposition_table
    found += [(f"{kind}: {operator}", value) for kind in tables for operator, value in tables[kind].items()]
    for name, value in found:
        if callable(value) and not isinstance(value, type):
            for call in calls(value):
                yield name, call


def calls(function: Callable[..., object]) -> Iterator[Callable[[], object]]:
    for tensor in INPUTS:
        yield lambda tensor=tensor: function(tensor.clone())
    yield lambda: function(X.clone(), approximate="tanh")
    yield lambda: function(X.clone(), (SIZE,), eps=EPS)
    yield lambda: function(CENTRED.clone(), (SIZE,), eps=EPS)
    yield lambda: function(X.clone(), (SIZE,), None, None, EPS)
    yield lambda: function(X.clone(), 1, eps=EPS)
    yield lambda: function(X.clone(), None, None, 4, SIZE, 1, 1, EPS)
    yield lambda: function(X[None].clone(), eps=EPS)
    yield lambda: function(X.T.clone(), None, None, True, 0.1, EPS)
    yield lambda: function(X.T.clone(), None, None, None, None, True, 0.1, EPS)
    yield lambda: function(X.T.clone(), None, None, training=True, eps=EPS)
    yield lambda: function(X.numpy(), axis=1)
    yield lambda: function(X.numpy())


def tensors(value: object) -> Iterator[torch.Tensor]:
    if isinstance(value, list | tuple):
        for part in value:
            yield from tensors(part)
    elif isinstance(value, dict):
        yield from tensors(list(value.values()))
    elif isinstance(value, torch.Tensor):
        yield value
    elif type(value).__name__ == "ndarray":
        yield torch.as_tensor(value)


def is_wanted(value: object) -> bool:
    for tensor in tensors(value):
        if tensor.numel() != X.numel() or not tensor.is_floating_point():
            continue
        for wanted in WANTED:
            for shaped in (wanted, wanted.T):
                if torch.allclose(tensor.detach().double().reshape(shaped.shape), shaped, atol=1e-5):
                    return True
    return False


def walk(attempts: list[Attempt], guarded: bool) -> list[str]:
    """Names whose call gave a wanted value; a call that ends the process is left out, and the walk goes on after it."""
    found: set[str] = set()
    begin = 0
    while begin < len(attempts):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            be_walker(attempts, begin, writing, guarded)
        os.close(writing)
        with os.fdopen(reading) as lines:
            for line in lines:
                begin, wanted = json.loads(line)
                if wanted:
                    found.add(attempts[begin][0])
        os.waitpid(child, 0)
        begin += 1
    return sorted(found)


def be_walker(attempts: list[Attempt], begin: int, writing: int, guarded: bool) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    if guarded:
        guard.forbid([], ["gelu", "layer_norm"], "Write it yourself.")
    for number in range(begin, min(begin + AT_ONCE, len(attempts))):
        os.write(writing, f"[{number}, 0]\n".encode())
        signal.alarm(SECONDS)
        try:
            wanted = is_wanted(attempts[number][1]())
        except BaseException:
            wanted = False
        if wanted:
            os.write(writing, f"[{number}, 1]\n".encode())
    os._exit(0)


if __name__ == "__main__":
    torch.set_num_threads(1)
    everything = [*operators(), *functions()]
    free = walk(everything, guarded=False)
    guarded = walk([attempt for attempt in everything if attempt[0] in free], guarded=True)
    print("RESULT" + json.dumps({"free": free, "guarded": guarded}))
