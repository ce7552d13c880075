# cell: area
"""Script in the width and height of a picture, which pages write without quotes, and in all else said about outputs."""

from IPython.display import display

PWN = "window.pwned=1"
sizes = [f"1 onerror={PWN} ", f"1 onload={PWN} ", f"1><script>{PWN}</script>", {"a": 1}, 5]
for kind in ("image/png", "image/jpeg", "image/svg+xml"):
    for size in sizes:
        for metadata in (
            {kind: {"width": size, "height": size, "alt": 5}},
            {"width": size, "height": size},
            {kind: size},
        ):
            display({kind: "AAAA"}, raw=True, metadata=metadata)
            get_ipython().recorder.outputs.append(
                {"output_type": "display_data", "data": {kind: "AAAA"}, "metadata": metadata}
            )
display({"image/png": "AAAA"}, raw=True, metadata={"filenames": 5})
display({"image/png": "AAAA"}, raw=True, metadata={"filenames": {"image/png": f'x" onerror="{PWN}'}})
display({"text/html": "x"}, raw=True, metadata={"text/html": 5})
display({"application/vnd.jupyter.widget-view+json": 5}, raw=True)


def area(radius):
    return 0
