# notebook
"""A time of submission that is no time."""


def forge(notebook, folder):
    (folder / "timestamp.txt").write_text("yesterday, I promise; '); drop table grade; --")
