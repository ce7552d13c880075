"""Names that an answer may not call, because the question asks to write them; searched in the cell before it runs."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.course.python import without_magics
from autograder.jail.things import things

# the usual names for modules, in case another cell imports them
_USUAL = {
    "torch": "torch",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "np": "numpy",
    "math": "math",
    "torchvision": "torchvision",
    "plt": "matplotlib.pyplot",
}
_PROBES = 3
# no seed of a check may depend on it, and no notebook may know it
_chance = random.SystemRandom()


def any_size() -> int:
    """How long the vector of a probe is."""
    return _chance.randint(3, 9)


@dataclass(frozen=True)
class Forbidden:
    """What a question forbids, and a sentence that says why.

    `names` are dotted names that the cell may not even mention. `things` are words for what libraries compute, such as
    "mish": to use them raises while the question is checked, however they are reached.
    """

    why: str
    names: tuple[str, ...] = ()
    things: tuple[str, ...] = ()

    @property
    def probes(self) -> tuple[str, ...]:
        """Calls with a vector x that are refused where the guard is in place."""
        described = [probe for thing in things(self.things) for probe in thing.probes]
        return (*(f"{name}()" for name in self.names), *described)

    def some_probes(self) -> list[str]:
        """A few of the probes, others each time."""
        return _chance.sample(self.probes, min(_PROBES, len(self.probes)))

    def found_in(self, source: str) -> tuple[str, ...]:
        """The forbidden names that a cell's code uses."""
        try:
            tree = ast.parse(without_magics(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ()
        used = set(_names_used(tree))
        return tuple(name for name in self.names if name in used)


def _names_used(tree: ast.AST) -> Iterator[str]:
    aliases = dict(_USUAL)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                aliases[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            # own_name = library.function and the like; a name given to something else is no alias any more
            target, value = node.targets[0].id, _dotted(node.value, aliases)
            if value is not None and "." in value:
                aliases[target] = value
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            name = _dotted(node, aliases)
            if name is not None:
                yield name
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            yield from _from_getattr(node, aliases)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _from_getattr(node: ast.Call, aliases: dict[str, str]) -> Iterator[str]:
    if len(node.args) >= 2 and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str):
        owner = _dotted(node.args[0], aliases)
        if owner is not None:
            yield f"{owner}.{node.args[1].value}"


def _dotted(node: ast.AST, aliases: dict[str, str]) -> str | None:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([aliases.get(node.id, node.id), *reversed(parts)])
