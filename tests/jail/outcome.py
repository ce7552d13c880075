"""What a cell of a finished run put out, in short."""

from autograder.jail.outside.notebook import NotebookRun


def text(run: NotebookRun, cell: str = "0") -> str:
    """What a cell printed."""
    return "".join(output.get("text", "") for output in run.outputs[cell])


def error(run: NotebookRun, cell: str = "0") -> str:
    """Name and message of the error a cell ended with."""
    return " ".join(f"{o['ename']} {o['evalue']}" for o in run.outputs[cell] if o["output_type"] == "error")
