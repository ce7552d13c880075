"""What somebody does to a copied answer so that it looks like their own."""

from __future__ import annotations

import ast
import random


def disguise(source: str, seed: int = 0) -> str:
    """The same answer: other names, other order, other comments, other layout, no docstrings."""
    chance = random.Random(seed)
    tree = _Renamed(ast.parse(source)).visit(ast.parse(source))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = _reordered(_without_docstring(node.body), chance, shuffle=isinstance(node, ast.ClassDef))
    lines = []
    for line in ast.unparse(tree).split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        if line.strip() and chance.random() < 0.4:
            lines.append(f"{indent}# step {chance.randrange(1000)}: my own idea")
        lines.append(line)
    return "\n".join(lines)


class _Renamed(ast.NodeTransformer):
    """Gives everything that is assigned or passed another name."""

    def __init__(self, tree: ast.AST) -> None:
        assigned = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        passed = {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg) and n.arg != "self"}
        self.names = {name: f"my_{name[::-1]}_{place}" for place, name in enumerate(sorted(assigned | passed))}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        return node


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text and len(body) > 1 else body


def _reordered(body: list[ast.stmt], chance: random.Random, shuffle: bool) -> list[ast.stmt]:
    body = list(body)
    if shuffle:
        chance.shuffle(body)
        return body
    for place in range(0, len(body) - 1, 2):
        one, other = body[place : place + 2]
        if isinstance(one, ast.Assign) and isinstance(other, ast.Assign) and not _stored(one) & _names(other):
            body[place : place + 2] = other, one
    return body


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _stored(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
