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

# what Python and torch say, and what it means; {0}, {1} are the groups of the pattern
_CAUSES = tuple(
    (re.compile(pattern), meaning)
    for pattern, meaning in (
        # calls
        (
            r"([\w.]+)\(\) missing \d+ required .*?arguments?: (.+)",
            "`{0}` was called without {1}: are its arguments those that the assignment names?",
        ),
        (
            r"([\w.]+)\(\) takes (?:from )?(\d.*) positional arguments? but (\d+) (?:was|were) given",
            "`{0}` takes {1} arguments and got {2}: are they as in the assignment (in a class, `self` is the first)?",
        ),
        (
            r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'",
            "`{0}` has no argument `{1}`: are its arguments named as in the assignment?",
        ),
        (
            r"([\w.]+)\(\) got multiple values for argument '(\w+)'",
            "`{0}` got its argument `{1}` twice: is `self` missing in its first line?",
        ),
        (
            r"'(Tensor|Parameter)' object is not callable",
            "A tensor is called like a function: is an operator missing before a bracket?",
        ),
        (
            r"'(\w+)' object is not callable",
            "Something of type `{0}` is called like a function: is an operator missing before a bracket, or a function's name used"
            " for something else? A class needs `forward`, or `__call__`, to be called.",
        ),
        (
            r"Module \[(\w+)\] is missing the required \"forward\" function",
            "`{0}` has no `forward`: is it spelled so, and indented to be inside of the class?",
        ),
        # classes
        (
            r"before Module\.__init__\(\) call|has no attribute '_(?:modules|parameters|buffers)'",
            "`super().__init__()` is missing: it has to be the first line of the `__init__` of a module.",
        ),
        (
            r"cannot assign .* as parameter '(\w+)'",
            "`self.{0}` is a parameter: assign `nn.Parameter(...)` to it, not a plain tensor.",
        ),
        # nothing where a value is needed
        (r"NoneType", "A value is None here, which is nothing: does a function that you use lack its `return`?"),
        # shapes
        (
            r"shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)",
            "A matrix product does not fit: {0} x {1} times {2} x {3}. The inner sizes, {1} and {2}, must be equal:"
            " is one of the two to be transposed, or another axis meant?",
        ),
        (
            r"Expected size for first two dimensions of batch2 tensor to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]"
            r"|size mismatch, got input|mismatch in its core dimension|inconsistent tensor size|shapes .* not aligned",
            "A matrix product does not fit: the inner sizes must be equal. Is one of the two to be transposed, or another axis meant?",
        ),
        (
            r"size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d+)",
            "Two tensors do not fit, entry by entry: along axis {2} one has {0} entries and the other {1}."
            " Print both shapes: is an axis missing, or are two in the wrong order?",
        ),
        (
            r"could not be broadcast together|Sizes of tensors must match|stack expects each tensor to be equal size",
            "The shapes of two arrays or tensors do not fit. Print both: is an axis missing, or are two in the wrong order?",
        ),
        (
            r"shape '(\[.*?\])' is invalid for input of size (\d+)",
            "A tensor with {1} values cannot take the shape {0}: the sizes have to multiply to {1}.",
        ),
        (
            r"view size is not compatible",
            "`view` cannot be used after axes were swapped: use `reshape`.",
        ),
        (
            r"einsum\(\)",
            "The letters of `einsum` do not fit the shapes: one letter for each axis, and the same size for the same letter.",
        ),
        (
            r"not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)",
            "{0} values were to be taken apart, but there are only {1}: is a value missing after `return`, or an axis in a shape?",
        ),
        (
            r"too many values to unpack \(expected (\d+)",
            "{0} values were to be taken apart, but there are more: how many does `return` give, or how many axes has the shape?",
        ),
        # indices
        (
            r"Dimension out of range \(expected to be in range of \[-\d+, \d+\], but got (-?\d+)\)|axis (-?\d+) is out of bounds",
            "A tensor has no axis {0}: it has fewer axes than that. Print its shape.",
        ),
        (
            r"too many indices",
            "More indices than the tensor has axes: print its shape.",
        ),
        (
            r"index (-?\d+) is out of bounds for (?:dimension|axis) (\d+) with size (\d+)",
            "Index {0} does not exist along axis {1}, which has {2} entries: they are counted from 0.",
        ),
        (
            r"(list|tuple|string) (?:assignment )?index out of range",
            "An index does not exist in a {0}: entries are counted from 0, so the last one is its length minus 1.",
        ),
        (
            r"index out of range in self",
            "An embedding is asked for an index that its table does not have: how many rows does it need?",
        ),
        (r"^KeyError: (.+)", "The key {0} is not in the dictionary."),
        # types of numbers
        (
            r"expected m1 and m2 to have the same dtype|must have the same dtype|expected scalar type|same dtype as",
            "Tensors of different types of numbers meet, such as float32 and float64: make yours with the type of the"
            " input, `dtype=x.dtype`, and cast nothing.",
        ),
        (
            r"not implemented for '(?:Long|Int|Bool|Byte)'|must be either a floating point or complex dtype"
            r"|can't be cast to the desired output type|only Tensors of floating point",
            "This needs numbers with a decimal point, and the tensor holds whole numbers (or True and False): use `.float()`.",
        ),
        (
            r"tensors used as indices must be|only integers, slices|indices must be integers",
            "An index has to be a whole number: use `//` instead of `/`, or `int(...)`.",
        ),
        (
            r"only one element tensors can be converted|elements cannot be converted to Scalar|only (?:size-1|0-dim|length-1)",
            "A tensor with several values is used as one number: is a sum, a mean or an index missing?",
        ),
        (
            r"Boolean value of Tensor|truth value of an array",
            "A comparison of tensors gives one answer for each value, and `if` needs one: use `.all()`, `.any()` or `torch.where`.",
        ),
        # gradients
        (
            r"leaf Variable that requires grad",
            "A parameter is changed in place while its gradient is recorded: make a new tensor (`x = x + y` instead of"
            " `x += y`), or change it inside of `with torch.no_grad():`.",
        ),
        (
            r"modified by an inplace operation",
            "A tensor that the gradient needs was changed in place: make a new tensor, `x = x + y` instead of `x += y`.",
        ),
        (
            r"does not require grad and does not have a grad_fn|appears to not have been used in the graph",
            "No gradient flows to here: is a tensor made anew on the way, with `torch.tensor(...)`, `.detach()`, `.item()`,"
            " numpy or `torch.no_grad()`?",
        ),
        (
            r"backward through the graph a second time",
            "`backward` was called twice for the same result: compute the result anew before each call.",
        ),
        (
            r"grad can be implicitly created only for scalar",
            "`backward` needs one number: take the sum or the mean first.",
        ),
        (
            r"Can't call numpy\(\) on Tensor that requires grad",
            "A tensor with a gradient cannot become an array: write `.detach().numpy()` where it is only drawn or printed.",
        ),
        # everything else that is common
        (
            r"^RecursionError",
            "A function calls itself without end: is there a case that ends it, or a name that hides another function?",
        ),
        (
            r"^ZeroDivisionError",
            "Something is divided by zero: which size or sum can be 0 here?",
        ),
        (
            r"cannot access local variable '(\w+)'|local variable '(\w+)' referenced before",
            "`{0}` is used before it has a value: it is set later in the same function, or only in one branch of an `if`.",
        ),
        (
            r"unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'",
            "`{0}` does not work between a `{1}` and a `{2}`: is one of them to be turned into a number or a tensor?",
        ),
        (
            r"'(\w+)' object is not (subscriptable|iterable)|cannot unpack non-iterable (\w+) object",
            "A single `{0}` is used as if it held several values.",
        ),
        (r"No module named '([\w.]+)'", "The package `{0}` is not installed here: the assignment needs none but those at its top."),
    )
)  # fmt: skip
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
    names = attributes or [name for name in namespace if not name.startswith("_")]
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
    for pattern, meaning in _CAUSES:
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
    return isinstance(error, NotImplementedError) and step is not None and _is_of_notebook(step.tb_frame)


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
