# notebook
"""Metadata of another kind than nbgrader writes: no name, unknown versions, words for numbers."""


def forge(notebook, folder):
    odd = [{"schema_version": "x"}, {"grade": "yes", "points": "many"}, {}, {"grade_id": "area", "schema_version": -1}]
    bare = [cell for cell in notebook.cells if "nbgrader" not in cell.metadata]
    for cell, value in zip(bare, odd, strict=False):
        cell.metadata["nbgrader"] = value
    graded = next(cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == "test_area")
    graded.metadata["nbgrader"] = {"grade_id": "test_area", "grade": True, "points": "1e9", "checksum": None}
    notebook.metadata["nbgrader"] = "x"
