"""The module that the fork server imports before it forks its first process."""

import atexit
import os

from autograder.jail.inside.warm import VARIABLE, warm_up
from autograder.jail.walls import kernel

warm_up(filter(None, os.environ.get(VARIABLE, "").split(",")))
# where student code runs as the same user, it must not look into this process, from which graders are forked
kernel.set_dumpable(False)
# end at once: the libraries would take a second to shut down, and print warnings meanwhile
atexit.register(os._exit, 0)
