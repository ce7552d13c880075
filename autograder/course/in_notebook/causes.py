"""What went wrong, in a sentence that a student understands.

    cause_of_error(error, cells)                an exception that was caught; asks its traceback who returned nothing
    cause_from_words(kind, words, names, cells) an exception of which only its type and its text are known
    known_cause(kind, words, names)             the same, but nothing where the exception is not a common one
    missing_name(words)                         the name that such a text says is not defined
    cause_of_missing_name(name, names, cells)   a name that is not defined: what else could be meant, or which cell failed
    cause_of_syntax_error(source)               where a cell has a syntax error, with the line and a caret; or nothing
    cause_of_nothing_returned(function)         a function without return
    functions_without_return(code, namespace)   the functions that some code mentions and that return nothing
    is_not_filled_in(error)                     whether it comes from a cell that is as it was handed out
    line_of_student(error)                      the line of the notebook's functions where an exception was raised

`names` are those that could be meant, `cells` the sources of the cells that were run, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from dis import get_instructions
from linecache import getline
from types import CodeType, FrameType, FunctionType
from warnings import catch_warnings, simplefilter

from autograder.course.in_notebook.meanings import MEANINGS

_MISSING_NAME = re.compile(r"name '(\w+)' is not defined")
_LIBRARY_TYPES = {"Tensor": "A tensor", "Parameter": "A parameter", "ndarray": "An array"} | {
    name: f"A `{name}`" for name in ("list", "tuple", "dict", "str", "int", "float", "function")
}
_LONGEST_LINE = 200
_DEFINED = re.compile(r"^\s*(?:def|class) (\w+)", re.MULTILINE)
_MISSING_ATTRIBUTE = re.compile(r"(?:(?:type object )?'(\w+)'(?: object)?|module '([\w.]+)') has no attribute '(\w+)'")
_SHELL_LINE = re.compile(r"^([ \t]*)[%!?].*", re.MULTILINE)


def cause_of_error(error: BaseException, cells: Iterable[str] = ()) -> str:
    """Why an exception was raised, and in which line of the student's."""
    if isinstance(error, SyntaxError):
        return _syntax_error(error)
    frames = _frames(error)
    namespace = frames[-1][0].f_globals if frames else {}
    if isinstance(error, AssertionError) or "NoneType" in str(error):
        code = frames[-1][0].f_code if frames else None
        if code and (silent := functions_without_return(code, namespace)):
            return cause_of_nothing_returned(silent[0])
    if isinstance(error, AssertionError):
        return str(error)
    owner = getattr(error, "obj", None)
    attributes = [name for name in dir(owner) if not name.startswith("_")] if owner is not None else []
    # what the checks ask for is another answer, not another spelling of this one
    asked = set(_mentioned(frames[0][0].f_code)) if frames else set()
    names = attributes or [name for name in namespace if not name.startswith("_") and name not in asked]
    sentence = cause_from_words(type(error).__name__, str(error), names, cells)
    line = line_of_student(error)
    return f"{sentence}\n{line}" if line else sentence


def cause_from_words(kind: str, words: str, names: Collection[str] = (), cells: Iterable[str] = ()) -> str:
    """Why an exception was raised, as far as its type and its text tell."""
    if missing := missing_name(words):
        return cause_of_missing_name(missing, names, cells)
    if known := known_cause(kind, words, names):
        return known
    if kind == "NotImplementedError":
        return words or "This is not filled in yet."
    return f"Python says: {words.strip() or 'nothing more'} ({kind})"


def known_cause(kind: str, words: str, names: Collection[str] = ()) -> str:
    """The cause of a common exception other than a missing name; nothing for others."""
    for pattern, meaning in MEANINGS:
        if found := pattern.search(f"{kind}: {words}"):
            return meaning.format(*(group for group in found.groups() if group is not None))
    if missing := _MISSING_ATTRIBUTE.search(words):
        return _missing_attribute(missing[1] or missing[2], missing[3], names)
    return ""


def missing_name(words: str) -> str:
    """The name that the text of an exception says is not defined, or nothing."""
    found = _MISSING_NAME.search(words)
    return found[1] if found else ""


def cause_of_missing_name(name: str, names: Iterable[str] = (), cells: Iterable[str] = ()) -> str:
    """What could be meant by a name that is not defined, or which cell should have defined it."""
    defining = [source for source in cells if name in _DEFINED.findall(source)]
    if defining and (broken := cause_of_syntax_error(defining[-1])):
        return f"`{name}` is not defined, because its cell did not run. {broken}"
    if meant := _meant(name, names):
        return f"`{name}` is not defined; you have `{meant}`: did you mean that?"
    return f"`{name}` is not defined: was its cell run without an error, and is the name spelled as in the assignment?"


def cause_of_syntax_error(source: str) -> str:
    """Where a cell has a syntax error, with the line and a caret below it; nothing where it has none."""
    try:
        with catch_warnings():
            simplefilter("ignore")
            compile(_SHELL_LINE.sub(r"\1pass", source), "<cell>", "exec", 0x2000)  # await is allowed in a cell
    except SyntaxError as error:
        return _syntax_error(error)
    except ValueError:
        return "The cell holds a character that Python cannot read."
    except (RecursionError, MemoryError):
        return "The cell holds brackets or operators that are nested too deeply."
    return ""


def cause_of_nothing_returned(function: str) -> str:
    """The sentence about a function that lacks its return."""
    return f"Your function `{function}` returned nothing: is `return` missing, or `print` used instead?"


def functions_without_return(code: CodeType, namespace: Mapping[str, object]) -> list[str]:
    """The functions of a namespace that some code mentions and that never return a value."""
    mentioned = _mentioned(code)
    silent = []
    for name in mentioned:
        value = namespace.get(name)
        if isinstance(value, FunctionType) and value.__globals__ is namespace and _returns_nothing(value):
            silent.append(name)
        kind = value if isinstance(value, type) else type(value)
        for method in dict.fromkeys((*mentioned, "forward", "__call__")):
            of_class = vars(kind).get(method)
            if isinstance(of_class, FunctionType) and of_class.__globals__ is namespace and _returns_nothing(of_class):
                silent.append(f"{kind.__name__}.{method}")
    return list(dict.fromkeys(silent))


def is_not_filled_in(error: BaseException) -> bool:
    """Whether an exception says that a cell is not filled in: torch raises the same kind for other reasons."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if not isinstance(error, NotImplementedError) or step is None or not _is_of_notebook(step.tb_frame):
        return False
    return not known_cause("NotImplementedError", str(error))


def line_of_student(error: BaseException) -> str:
    """The innermost line inside of a function of the notebook that an exception passed through."""
    for frame, number in reversed(_frames(error)):
        line = getline(frame.f_code.co_filename, number).strip()
        if frame.f_code.co_name != "<module>" and line:
            return f"This is in `{frame.f_code.co_name}`, line {number} of its cell:\n    {line}"
    return ""


def _syntax_error(error: SyntaxError) -> str:
    text = (error.text or "").rstrip()
    line = text.lstrip()
    caret = " " * max(0, (error.offset or 1) - 1 - (len(text) - len(line))) + "^"
    shown = f"\n    {line}\n    {caret}" if 0 < len(line) <= _LONGEST_LINE else ""
    return f"The cell has a syntax error in line {error.lineno}: {error.msg.rstrip('.?')}.{shown}"


def _missing_attribute(owner: str, name: str, names: Iterable[str]) -> str:
    meant = _meant(name, names)
    if owner in _LIBRARY_TYPES or owner.startswith("torch"):
        ending = f"did you mean `.{meant}`?" if meant else "look it up, or print what you have there."
        return f"{_LIBRARY_TYPES.get(owner, f'`{owner}`')} has no `.{name}`: {ending}"
    if meant:
        return f"`{owner}` has no `{name}`; it has `{meant}`: did you mean that?"
    return f"`{owner}` has no `{name}`: is `self.{name}` set in `__init__`, and spelled the same there?"


def _meant(name: str, names: Iterable[str]) -> str:
    """The name that comes closest; the same words in another order count as close."""
    words = sorted(name.lower().split("_"))
    candidates = list(names)
    same = [candidate for candidate in candidates if sorted(candidate.lower().split("_")) == words]
    return next(iter(same or get_close_matches(name, candidates, 1, 0.75)), "")


def _mentioned(code: CodeType) -> list[str]:
    inner = (name for part in code.co_consts if isinstance(part, CodeType) for name in _mentioned(part))
    return list(dict.fromkeys((*code.co_names, *inner)))


def _returns_nothing(function: FunctionType) -> bool:
    """Whether a function ends, and only without a value; a generator gives its values in another way."""
    if function.__code__.co_flags & 0x2A0:  # a generator or a coroutine
        return False
    returned, before = [], None
    for step in get_instructions(function):
        if step.opname in ("RETURN_VALUE", "RETURN_CONST"):
            value = step if step.opname == "RETURN_CONST" else before
            returned.append(value is not None and "CONST" in value.opname and value.argval is None)
        before = step
    return bool(returned) and all(returned)


def _is_of_notebook(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") == "__main__"


def _frames(error: BaseException) -> list[tuple[FrameType, int]]:
    """The frames of the notebook's own code that an exception passed through, with their lines, from the outside in."""
    found, step = [], error.__traceback__
    while step is not None:
        if _is_of_notebook(step.tb_frame):
            found.append((step.tb_frame, step.tb_lineno))
        step = step.tb_next
    return found
