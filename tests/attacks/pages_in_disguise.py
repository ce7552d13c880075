# notebook
"""Pages with script under names that are overlooked: capitals, rare endings, folders with brackets; and many files."""


def forge(notebook, folder):
    (folder / "d[1]").mkdir()
    for name in ("PAGE.HTML", "x.Htm", "x.shtml", "x.xht", "d[1]/page.html", "d[1]/evil.svg"):
        (folder / name).write_text("<script>window.pwned = 1</script>")
    for number in range(1500):
        (folder / f"{number:04}{'x' * 240}").touch()
