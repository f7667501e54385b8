"""What nearly every computation needs. A worker, or the process that workers are forked from, imports it before a user
waits for it."""

import numpy as np

import overthink.lab.workers.simulations  # noqa: F401
from overthink.core.arithmetic import subkeys
from overthink.stopping import COMMAND

COMMAND.owns_process = True
subkeys(np.zeros(1, np.uint64), 0)  # a kernel: loads the compiler
