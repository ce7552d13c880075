"""What every submission needs, imported once: name this module as a forkserver's preload."""

# ruff: noqa: E402

import atexit
import gc
import os
import sys

# what is imported stays: looking for garbage meanwhile only takes time
gc.disable()

import ipywidgets  # noqa: F401
import matplotlib.pyplot  # noqa: F401
import sklearn.datasets
import sklearn.model_selection  # noqa: F401
import torch
import torch.utils.tensorboard  # noqa: F401
import torchvision  # noqa: F401
import tqdm
import tqdm.auto

from autograder.jail import kernel, shell  # noqa: F401

# a thread that only watches progress bars would make every fork copy a process with two threads
tqdm.tqdm.monitor_interval = 0


def settle() -> None:
    """Tidy the memory of this process and pack it, so that forks of it are cheap."""
    gc.collect()
    gc.freeze()
    gc.enable()
    kernel.collapse_memory()


settle()

if any("multiprocessing.forkserver" in argument for argument in sys.orig_argv):
    # the libraries would take a second to come apart, and complain of each other meanwhile
    atexit.register(os._exit, 0)
