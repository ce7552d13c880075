# notebook
"""Metadata of nbgrader that are text, a list or nothing where a table is expected."""


def forge(notebook, folder):
    bare = [cell for cell in notebook.cells if "nbgrader" not in cell.metadata]
    for cell, value in zip(bare, ["oops", [], 7, None], strict=False):
        cell.metadata["nbgrader"] = value
    notebook.metadata["course"] = ["a0_tiny"]
