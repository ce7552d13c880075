# cell: area
"""Outputs that are no notebook outputs: numbers for text, odd names, counts below zero."""

from IPython.display import display

display({"text/plain": 5, "image/png": {"a": 1}, "text/html": None, "x" * 300: "y"}, raw=True)
display({"application/json": float("nan")}, raw=True, metadata={"a": float("inf")})
display({"text/plain": [1, 2], "": ""}, raw=True, display_id="odd")
shell = get_ipython()
shell.recorder.outputs.append({"output_type": "stream", "name": "stdout", "text": ["a"], "extra": 1})
shell.recorder.outputs.append({"output_type": "error", "ename": None, "evalue": 3, "traceback": "text"})
shell.recorder.outputs.append({"output_type": "execute_result", "execution_count": -3, "data": {}, "metadata": []})
shell.execution_count = -5


def area(radius):
    shell.execution_count = 10**30
    return 0
