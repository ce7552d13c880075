# cell: area
"""Script in every kind of output that a browser would run."""

from IPython.display import HTML, SVG, Javascript, Latex, Markdown, display

PWN = "window.pwned=1"
display(HTML(f"<script>{PWN}</script><img src=x onerror={PWN}>"))
display(Javascript(PWN))
display(SVG(f'<svg xmlns="http://www.w3.org/2000/svg" onload="{PWN}"><script>{PWN}</script></svg>'))
display(Markdown(f"<script>{PWN}</script>[x](javascript:{PWN})"))
display(Latex(f"$<script>{PWN}</script>$"))
display({"image/png": f'"><script>{PWN}</script>'}, raw=True)
display({"text/html": [f"<script>{PWN}</script>"]}, raw=True)
display({"text/plain": ""}, raw=True, metadata={"image/png": {"width": f'"><script>{PWN}</script>'}})
print(f"</pre><script>{PWN}</script>")


def area(radius):
    raise ValueError(f"<script>{PWN}</script>")
