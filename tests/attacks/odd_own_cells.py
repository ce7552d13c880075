# notebook
"""Cells of one's own whose metadata and attachments are of kinds that no page expects, and no reader of JSON takes."""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell


def forge(notebook, folder):
    script = "<script>window.pwned=1</script>"
    notebook.nbformat_minor = 0
    odd = [5, [1], {"a": {"b": []}}, script, float("nan"), float("inf")]
    names = ("raw_mimetype", "transient", "magics_language", "alt", "jupyter", "tags", "filenames", "format", "name")
    for name in names:
        for value in odd:
            for new in (new_raw_cell, new_markdown_cell, new_code_cell):
                cell = new(script)
                cell.metadata[name] = value
                notebook.cells.append(cell)
    for forms in (
        {},
        {"application/json": [1]},
        {f'text/html" onerror="{script}': "AAAA"},
        {"image/png": ["AA", "AA"]},
    ):
        cell = new_markdown_cell("![a](attachment:p)")
        cell["attachments"] = {"p": forms}
        notebook.cells.append(cell)
    kept = new_code_cell(
        "1", outputs=[new_output("display_data", data={"image/png": "AAAA"}, metadata={"filenames": 5})]
    )
    kept.metadata["tags"] = ["keep-output", 'x full-credit btn" onclick="window.pwned=1']
    notebook.cells.append(kept)
    for cell in notebook.cells:
        cell.pop("id", None)
