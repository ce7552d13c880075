"""What a student may write to have script run in somebody's browser; every one of them would set window.pwned."""

from __future__ import annotations

PWN = "window.pwned=1"
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{PWN}"><script>{PWN}</script><circle r="9"/></svg>'

STUDENT = f"eve <img src=x onerror={PWN}> \"'{{{{7*7}}}}"
FIRST_NAME = f"</title><script>{PWN}</script>"
FILE_NAME = f"<img src=x onerror={PWN}>.ipynb"

CODE = f'''
# </pre></code></style></script><script>{PWN}</script>
from IPython.display import HTML, SVG, Image, Javascript, Latex, Markdown, display
import base64, sys
sneaky = "<img src=x onerror={PWN}>"
print("<script>{PWN}</script>", sneaky, "\\x1b[31m<svg onload={PWN}>\\x1b[0m")
print("</pre><script>{PWN}</script>", file=sys.stderr)
display(HTML("<script>{PWN}</script>" + sneaky))
display(Javascript("{PWN}"))
display(Latex("$<script>{PWN}</script>$"))
display(Markdown("<script>{PWN}</script> [x](javascript:{PWN}) ![](x){{onerror={PWN}}} " + sneaky))
display({{"text/html": "<script>{PWN}</script>"}}, raw=True)
display({{"image/svg+xml": {SVG!r}}}, raw=True)
display({{"image/png": '"><script>{PWN}</script>'}}, raw=True)
display({{"image/png": base64.b64encode({SVG!r}.encode()).decode()}}, raw=True)
display({{"application/javascript": "{PWN}", "text/html": ["<script>", "{PWN}", "</script>"]}}, raw=True)

class Sneaky(Exception):
    def _render_traceback_(self):
        return ["<script>{PWN}</script>", "File /etc/passwd:1, in <script>{PWN}</script>"]

def area(radius):
    raise ValueError("<script>{PWN}</script> `<img src=x onerror={PWN}>`")

raise Sneaky(sneaky)
'''

ANSWER = f"""
<script>{PWN}</script><img src=x onerror="{PWN}"><svg onload="{PWN}"><style>*{{display:none}}</style>
[a](javascript:{PWN}) [b]( JaVaScRiPt&colon;{PWN}) [c](data:text/html;base64,PHNjcmlwdD4=) <javascript:{PWN}>

<a href="javascript:{PWN}" onclick="{PWN}" id="top" name="top">d</a> <iframe srcdoc="<script>parent.pwned=1</script>"></iframe>
<math><mtext></form><form><mglyph><style></math><img src onerror={PWN}>
<details open ontoggle="{PWN}"><summary>e</summary></details><form action="javascript:{PWN}"><input autofocus onfocus="{PWN}">
<noscript><p title="</noscript><img src=x onerror={PWN}>"></noscript><base href="https://evil.example/">
<meta http-equiv="refresh" content="0;url=javascript:{PWN}"><link rel=stylesheet href="data:text/css,*{{}}">

![" onerror="{PWN}](x) ![p](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IndpbmRvdy5wd25lZD0xIi8+)
![q](attachment:evil.svg) ![r](https://evil.example/track.png)

```html
</pre><script>{PWN}</script>
```

$<script>{PWN}</script>$ and $$</div><img src=x onerror={PWN}>$$ and \\(\\text{{</math><img src=x onerror={PWN}>}}\\)
$\\href{{javascript:{PWN}}}{{x}}$ $\\eqref{{x}}$ $\\text{{"><img src=x onerror={PWN}>}}$ $\\mathbf{{<svg onload={PWN}>}}$

<div title="

$x$ ' onmouseover={PWN} "><img src=x onerror={PWN}>

<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror={PWN}&gt;">
<math><mi xlink:href="javascript:{PWN}">a</mi><maction actiontype="statusline" xlink:href="javascript:{PWN}">b</maction>
<math><annotation-xml encoding="text/html"><style><img src=x onerror={PWN}></style></annotation-xml></math>
<svg></p><style><a id="</style><img src=x onerror={PWN}>"></svg> <math href="javascript:{PWN}">c</math>
<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror={PWN} src>">
<math><mtext><option><![CDATA[</option><img src=x onerror={PWN}>]]></math> <math><!--</math><img src=x onerror={PWN}>-->

![$\\text{{" onerror={PWN} x="}}$](attachment:evil.svg) [a](https://example.org "$\\text{{" onclick={PWN} x="}}$")

\\begin{{<script>{PWN}</script>}} x \\end{{<script>{PWN}</script>}}
"""

COMMENT = f"Well done <script>{PWN}</script><img src=x onerror={PWN}> [more](javascript:{PWN})"
