"""`python -m benchmarks` runs the benchmarks: one command, which answers as those of Overthink do."""

import sys

from benchmarks.command import ALONE
from overthink.stopping import listen

listen()
ALONE(["benchmarks", *sys.argv[1:]], prog_name="python -m")
