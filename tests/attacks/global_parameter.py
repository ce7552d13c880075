# notebook
"""Python that the parser takes and the compiler does not: who asks the compiler what a cell defines stops at it."""


def forge(notebook, folder):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "area":
            cell.source = "def area(radius):\n    global radius\n    return 3.14 * radius**2"
