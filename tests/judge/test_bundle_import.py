"""Checks are loaded as they are written, however Python was started."""

import subprocess
import sys

from tests.tiny import ROOT

LOADED = """
from autograder.judge.bundle import CheckBundle
from autograder.judge.bundle_import import BundleFinder
import types
module = types.ModuleType("test_x")
finder = BundleFinder(CheckBundle("a", {}), "/nowhere")
finder.get_source = lambda name: "def test_x():\\n    '''A sentence.'''\\n    assert False\\n"
finder.get_filename = lambda name: "test_x.py"
finder.exec_module(module)
print(module.test_x.__doc__)
try:
    module.test_x()
except AssertionError:
    print("it holds")
"""


def test_assert_holds_where_python_leaves_it_out() -> None:
    done = subprocess.run([sys.executable, "-OO", "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "A sentence.\nit holds\n", done.stderr
