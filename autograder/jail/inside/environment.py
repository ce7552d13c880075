"""The environment student code runs in: the same on every machine, with nothing of the machine's own in it."""

import logging
import os
import random
import sys
import threading
import time
import warnings

import numpy as np
import torch

from autograder.jail.walls import kernel, root


def variables(home: str, scratch: str) -> dict[str, str]:
    """Every environment variable a jail has."""
    return {
        "PATH": f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "USER": "student",
        "LOGNAME": "student",
        "TMPDIR": scratch,
        "MPLCONFIGDIR": scratch,
        "IPYTHONDIR": scratch,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "NBGRADER_EXECUTION": "autograde",
    }


def clean(scratch: str) -> None:
    """Forget the environment, arguments and search path this process was started with."""
    for name in list(os.environ):
        del os.environ[name]
    kernel.wipe_environment()
    os.environ.update(variables(root.HOME, scratch))
    time.tzset()
    sys.argv[:] = ["notebook"]
    sys.orig_argv[:] = ["python"]
    visible = tuple(os.path.realpath(path) for path in (sys.prefix, sys.base_prefix))
    libraries = [
        path
        for path in sys.path
        if path and (os.path.basename(path).endswith("-packages") or os.path.realpath(path).startswith(visible))
    ]
    sys.path[:] = ["", *libraries]
    torch.set_num_threads(1)
    _forget_hooks()


def _forget_hooks() -> None:
    """Undo what the parent process did to warnings, logging and error reports."""
    warnings.resetwarnings()
    for kind in (ResourceWarning, ImportWarning, PendingDeprecationWarning, DeprecationWarning):
        warnings.simplefilter("ignore", kind)
    warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
    logging.root.handlers.clear()
    logging.root.setLevel(logging.WARNING)
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    threading.excepthook = threading.__excepthook__


def seed(value: int) -> None:
    """Start every generator of random numbers with the same seed."""
    random.seed(value)
    # numpy takes seeds of 32 bits
    np.random.seed(value % (1 << 32))
    # torch.manual_seed would also queue a call, with its whole stack, for a GPU that never comes
    torch.default_generator.manual_seed(value)
