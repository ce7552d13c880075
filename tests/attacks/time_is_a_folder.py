# notebook
"""A folder in the place of the file with the time of submission, and another where such a file is set aside."""


def forge(notebook, folder):
    for name in ("timestamp.txt", "timestamp.unreadable.txt"):
        (folder / name).mkdir()
        (folder / name / "inside.txt").write_text("2020-01-01 00:00:00 UTC")
