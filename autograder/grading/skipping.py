"""Finds what a submission need not run: public checks whose outputs nobody sees, and unanswered questions."""

from __future__ import annotations

import ast
import re
import symtable
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from autograder.course.python import normalised, parsed, without_magics

# words in code that may define names which do not stand in it
_HIDDEN_WAYS = frozenset({"exec", "eval", "globals", "locals", "vars", "setattr", "get_ipython", "__main__"})
_WORD = re.compile(r"\w+")
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_LOOPS = re.compile(r"\bfor\b")


def skipped_cells(cells: Sequence[str], unseen: Collection[int]) -> frozenset[int]:
    """Of the cells whose outputs nobody sees, those that define nothing a later cell reads."""
    skipped: set[int] = set()
    read: set[str] = set()
    for number in reversed(range(len(cells))):
        if number in unseen and not binds(cells[number]) & read:
            skipped.add(number)
        else:
            read |= reads(cells[number])
    return frozenset(skipped)


def unfilled_questions(
    cells: Sequence[str], questions: Mapping[str, int | None], stubs: Mapping[str, str], not_locked: Collection[int]
) -> frozenset[str]:
    """Questions whose cell is as it was handed out, and that no other cell of the student can answer."""
    texts = {normalised(stub) for stub in stubs.values()}
    written = [cells[number] for number in not_locked if normalised(cells[number]) not in texts]
    defined: set[str] = set()
    for source in written:
        if _may_define_anything(source):
            return frozenset()
        defined |= binds(source)
    return frozenset(
        name
        for name, number in questions.items()
        if number is not None
        and name in stubs
        and normalised(cells[number]) == normalised(stubs[name])
        and not binds(stubs[name]) & defined
    )


def _may_define_anything(source: str) -> bool:
    """Whether a cell can define names that reading it does not show: magics, other files, strings that are run."""
    if parsed(source) is None or without_magics(source) != source or "import *" in source:
        return True
    return not _HIDDEN_WAYS.isdisjoint(_WORD.findall(source))


@lru_cache(maxsize=4096)
def binds(source: str) -> frozenset[str]:
    """The names in a notebook's scope that a cell may define, or whose values it may change."""
    try:
        return _binds(source)
    except _UNREADABLE:  # not Python, or Python that only the parser takes: any of its words may be such a name
        return frozenset(_WORD.findall(source))


def _binds(source: str) -> frozenset[str]:
    tree = _tree(source)
    changed = (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)
    )
    top = _table(source)
    named = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    declared = {
        symbol.get_name() for table in _below(top) for symbol in table.get_symbols() if symbol.is_declared_global()
    }
    return frozenset(named | declared | {name for value in changed for name in _names(value)})


@lru_cache(maxsize=4096)
def reads(source: str) -> frozenset[str]:
    """The names in a notebook's scope that a cell may take from an earlier one."""
    try:
        return _reads(source)
    except _UNREADABLE:
        return frozenset(_WORD.findall(source))


def _reads(source: str) -> frozenset[str]:
    tree = _tree(source)
    lines = without_magics(source).split("\n")
    read, bound = set(_WORD.findall(" ".join(set(source.split("\n")) - set(lines)))), set[str]()
    for text, nodes in _steps(tree.body, lines):
        read |= _read_by(nodes, text) - bound
        bound |= {name for node in nodes for name in _surely_bound(node)}
    return frozenset(read)


def _steps(body: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[tuple[str, Sequence[ast.stmt]]]:
    """The statements of a cell with their texts, in the order in which they run; those below a `with` one by one."""
    for first, last, nodes in _pieces(body):
        node = nodes[0]
        if isinstance(node, ast.With) and len(nodes) == 1 and not any(item.optional_vars for item in node.items):
            yield "\n".join(ast.unparse(item.context_expr) for item in node.items), ()
            yield from _steps(node.body, lines)
        else:
            yield textwrap.dedent("\n".join(lines[first - 1 : last])), nodes


def _pieces(body: Sequence[ast.stmt]) -> Iterator[tuple[int, int, list[ast.stmt]]]:
    """The statements with their first and last lines; those that share a line are one piece, so that none is read twice."""
    first, last, nodes = 0, 0, list[ast.stmt]()
    for node in body:
        begin = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        if nodes and begin > last:
            yield first, last, nodes
            nodes = []
        first = first if nodes else begin
        nodes.append(node)
        last = max(last, node.end_lineno or begin)
    if nodes:
        yield first, last, nodes


def _read_by(nodes: Sequence[ast.stmt], text: str) -> set[str]:
    top = _table(text)
    read = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    for table in _below(top):
        read |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() and symbol.is_referenced()}
    # what is changed in place or deleted was there before
    for each in (each for node in nodes for each in ast.walk(node)):
        if isinstance(each, ast.AugAssign):
            read |= _names(each.target)
        elif isinstance(each, ast.Delete):
            read |= {name for target in each.targets for name in _names(target)}
    return read


def _surely_bound(node: ast.stmt) -> set[str]:
    """Names that a statement has certainly defined when it has finished."""
    match node:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _targets(target)}
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            return {name}
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name.partition(".")[0] for alias in names}
        case ast.With(body=body):
            return {name for each in body for name in _surely_bound(each)}
    return set()


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Starred(value=value):
            yield from _targets(value)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from _targets(element)


def _names(node: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _tree(source: str) -> ast.Module:
    tree = parsed(source)
    if tree is None:
        raise SyntaxError
    return tree


def _table(source: str) -> symtable.SymbolTable:
    text = without_magics(source)
    if _LOOPS.search(text):
        text = ast.unparse(_OwnScopes().visit(ast.parse(text)))
    return symtable.symtable(text, "<cell>", "exec")


class _OwnScopes(ast.NodeTransformer):
    """Makes comprehensions generators, which have a scope of their own in every Python; from 3.12 on, others do not."""

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.generic_visit(ast.GeneratorExp(node.elt, node.generators))

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self.generic_visit(ast.GeneratorExp(node.elt, node.generators))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self.generic_visit(ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))


def _below(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    waiting = table.get_children()
    while waiting:
        child = waiting.pop()
        yield child
        waiting += child.get_children()
