# notebook
"""Half characters in code, text and metadata, which no file can hold."""


def forge(notebook, folder):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") in ("area", "explain_mean"):
            cell.source += "\n# \ud800 \udfff\x00\u2028\x1b[31m"
    notebook.metadata["title"] = "\ud800"
