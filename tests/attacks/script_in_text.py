# notebook
"""Script in the written answer, in a cell's attachments and in the notebook's own metadata."""

import base64


def forge(notebook, folder):
    script = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "explain_mean":
            cell.source = script + "[x](javascript:window.pwned=1)"
            cell["attachments"] = {
                "x.svg": {"image/svg+xml": base64.b64encode(b"<svg onload='window.pwned=1'/>").decode()}
            }
    notebook.metadata["title"] = f"</title>{script}"
    notebook.metadata["language_info"] = {"name": f'">{script}', "pygments_lexer": f'">{script}'}
