"""What Python and torch say when something goes wrong, as patterns, and indented below them what it means."""

from __future__ import annotations

import re
from collections.abc import Iterator

# {0}, {1} are the groups of the pattern that was found; the first pattern that fits counts
_TABLE = r"""
([\w.]+)\(\) missing \d+ required .*?arguments?: (.+)
    `{0}` was called without {1}: are its arguments those that the assignment names?
([\w.]+)\(\) takes (?:from )?(\d.*) positional arguments? but (\d+) (?:was|were) given
    `{0}` was called with {2} arguments and takes {1}: are they as in the assignment (in a class, `self` is the
    first)?
([\w.]+)\(\) got an unexpected keyword argument '(\w+)'
    `{0}` has no argument `{1}`: are its arguments named as in the assignment?
([\w.]+)\(\) got multiple values for argument '(\w+)'
    `{0}` got its argument `{1}` twice: is `self` missing in its first line?
'(Tensor|Parameter)' object is not callable
    A tensor is called like a function: is an operator missing before a bracket?
'(\w+)' object is not callable
    Something of type `{0}` is called like a function: is an operator missing before a bracket, or a function's name
    used for something else? A class needs `forward`, or `__call__`, to be called.
Module \[(\w+)\] is missing the required "forward" function
    `{0}` has no `forward`: is it spelled so, and indented to be inside of the class?
before Module\.__init__\(\) call
has no attribute '_(?:modules|parameters|buffers)'
    `super().__init__()` is missing: it has to be the first line of the `__init__` of a module.
cannot assign .* as parameter '(\w+)'
    `self.{0}` is a parameter: assign `nn.Parameter(...)` to it, not a plain tensor.
NoneType
    A value is None here, which is nothing: does a function that you use lack its `return`?
shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)
    A matrix product does not fit: {0} x {1} times {2} x {3}. The inner sizes, {1} and {2}, must be equal: is one of
    the two to be transposed, or another axis meant?
Expected size for first two dimensions of batch2 tensor to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]
size mismatch, got input
mismatch in its core dimension
inconsistent tensor size
shapes .* not aligned
    A matrix product does not fit: the inner sizes must be equal. Is one of the two to be transposed, or another
    axis meant?
size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d+)
    Two tensors do not fit, entry by entry: along axis {2} one has {0} entries and the other {1}. Print both shapes:
    is an axis missing, or are two in the wrong order?
could not be broadcast together
Sizes of tensors must match
stack expects each tensor to be equal size
    The shapes of two arrays or tensors do not fit. Print both: is an axis missing, or are two in the wrong order?
shape '(\[.*?\])' is invalid for input of size (\d+)
    A tensor with {1} values cannot take the shape {0}: the sizes have to multiply to {1}.
view size is not compatible
    `view` cannot be used after axes were swapped: use `reshape`.
einsum\(\)
    The letters of `einsum` do not fit the shapes: one letter for each axis, and the same size for the same letter.
not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)
    {0} values were to be taken apart, but there are only {1}: is a value missing after `return`, or an axis in a
    shape?
too many values to unpack \(expected (\d+)
    {0} values were to be taken apart, but there are more: how many does `return` give, or how many axes has the
    shape?
Dimension out of range \(expected to be in range of \[-\d+, \d+\], but got (-?\d+)\)
axis (-?\d+) is out of bounds
    A tensor has no axis {0}: it has fewer axes than that. Print its shape.
too many indices
    More indices than the tensor has axes: print its shape.
index (-?\d+) is out of bounds for (?:dimension|axis) (\d+) with size (\d+)
    Index {0} does not exist along axis {1}, which has {2} entries: they are counted from 0.
(list|tuple|string) (?:assignment )?index out of range
    An index does not exist in a {0}: entries are counted from 0, so the last one is its length minus 1.
index out of range in self
    An embedding is asked for an index that its table does not have: how many rows does it need?
^KeyError: (.+)
    The key {0} is not in the dictionary.
expected m1 and m2 to have the same dtype
must have the same dtype
expected scalar type
same dtype as
    Tensors of different types of numbers meet, such as float32 and float64: make yours with the type of the input,
    `dtype=x.dtype`, and cast nothing.
not implemented for '(?:Long|Int|Bool|Byte)'
must be either a floating point or complex dtype
can't be cast to the desired output type
only Tensors of floating point
    This needs numbers with a decimal point, and the tensor holds whole numbers (or True and False): use `.float()`.
tensors used as indices must be
only integers, slices
indices must be integers
    An index has to be a whole number: use `//` instead of `/`, or `int(...)`.
only one element tensors can be converted
elements cannot be converted to Scalar
only (?:size-1|0-dim|length-1)
    A tensor with several values is used as one number: is a sum, a mean or an index missing?
Boolean value of Tensor
truth value of an array
    A comparison of tensors gives one answer for each value, and `if` needs one: use `.all()`, `.any()` or
    `torch.where`.
leaf Variable that requires grad
    A parameter is changed in place while its gradient is recorded: make a new tensor (`x = x + y` instead of `x +=
    y`), or change it inside of `with torch.no_grad():`.
modified by an inplace operation
    A tensor that the gradient needs was changed in place: make a new tensor, `x = x + y` instead of `x += y`.
does not require grad and does not have a grad_fn
appears to not have been used in the graph
    No gradient flows to here: is a tensor made anew on the way, with `torch.tensor(...)`, `.detach()`, `.item()`,
    numpy or `torch.no_grad()`?
backward through the graph a second time
    `backward` was called twice for the same result: compute the result anew before each call.
grad can be implicitly created only for scalar
    `backward` needs one number: take the sum or the mean first.
Can't call numpy\(\) on Tensor that requires grad
    A tensor with a gradient cannot become an array: write `.detach().numpy()` where it is only drawn or printed.
^RecursionError
    A function calls itself without end: is there a case that ends it, or a name that hides another function?
^ZeroDivisionError
    Something is divided by zero: which size or sum can be 0 here?
cannot access local variable '(\w+)'
local variable '(\w+)' referenced before
    `{0}` is used before it has a value: it is set later in the same function, or only in one branch of an `if`.
unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'
    `{0}` does not work between a `{1}` and a `{2}`: is one of them to be turned into a number or a tensor?
'(\w+)' object is not (subscriptable|iterable)
cannot unpack non-iterable (\w+) object
    A single `{0}` is used as if it held several values.
No module named '([\w.]+)'
    The package `{0}` is not installed here: the assignment needs none but those at its top.
"""


def _meanings(table: str) -> Iterator[tuple[re.Pattern[str], str]]:
    for says, means in re.findall(r"((?:^\S.*\n)+)((?:^ .*\n)+)", table, re.MULTILINE):
        yield re.compile("|".join(says.splitlines())), " ".join(means.split())


MEANINGS = tuple(_meanings(_TABLE))
