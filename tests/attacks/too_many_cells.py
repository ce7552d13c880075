# notebook
"""Twenty thousand cells, each to be told from every other one."""

from nbformat.v4 import new_code_cell


def forge(notebook, folder):
    notebook.cells += [new_code_cell(f"x{number} = 1", id="same") for number in range(20_000)]
