"""What every submission needs, imported once: name this module as a forkserver's preload."""

import ipywidgets  # noqa: F401
import matplotlib.pyplot  # noqa: F401
import sklearn.datasets  # noqa: F401
import torch
import torch.utils.tensorboard  # noqa: F401
import torchvision  # noqa: F401
import tqdm
import tqdm.auto

from autograder.jail import kernel, shell  # noqa: F401

# a thread that only watches progress bars would make every fork copy a process with two threads
tqdm.tqdm.monitor_interval = 0


def settle() -> None:
    """Pack the memory of this process so that forks of it are cheap."""
    kernel.collapse_memory()


settle()
