# notebook
"""A link beside the notebook that leads to the course's secret."""


def forge(notebook, folder):
    (folder / "data.txt").symlink_to(folder.parents[2] / "secret.txt")
    (folder / "course").symlink_to(folder.parents[2])
