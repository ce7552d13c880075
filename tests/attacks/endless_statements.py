# notebook
"""Twenty thousand statements in one line: whoever looks at each with its line reads the line twenty thousand times."""


def forge(notebook, folder):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "area":
            cell.source = "x = 1; " * 20_000
