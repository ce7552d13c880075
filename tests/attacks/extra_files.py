# notebook
"""Files beside the notebook that a program started there would load."""


def forge(notebook, folder):
    owned = "import os; open('/tmp/owned-by-extra-file', 'w').write(os.getcwd())\n"
    for name in (
        "conftest.py",
        "sitecustomize.py",
        "usercustomize.py",
        "torch.py",
        "msgpack.py",
        "numpy.py",
        "json.py",
        "nbgrader_config.py",
        "autograder/__init__.py",
        "autograder/judge/__init__.py",
        "pytest.py",
        "jupyter_config.py",
        ".env",
        "owned.pth",
        "test_area.py",
        "a0_tiny/test_area.py",
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(owned)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p owned\n")
    (folder / "setup.cfg").write_text("[tool:pytest]\naddopts = -p owned\n")
    (folder / "gradebook.db").write_bytes(b"SQLite format 3\0")
    (folder / "evil.svg").write_text("<svg onload='window.pwned=1'/>")
