# notebook
"""A million empty lines in an answer: whoever looks for something at the start of each reads them all, each time."""


def forge(notebook, folder):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "area":
            cell.source = "\n" * 1_000_000
