"""Names for things whose type is somebody else's choice, so that a reader knows what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Column = np.ndarray[Any, Any]  # one array of a tree's columns, or any other
Context = Any  # what a game of kernels gives each of its kernels: numbers, tuples or arrays
Integer = int | np.integer[Any]  # a whole number of any width
Key = Integer  # 64 bits, from which random numbers are made
Seed = Integer | np.random.Generator | np.random.BitGenerator | np.random.SeedSequence  # what `parse_seed` reads
Number = Any  # a number in a kernel, of whatever width the kernel is compiled for
State = Any  # a position, in a form of the game's own
Move = Any  # a move, in a form of the game's own
Foreign = Any  # a type, value or builder of Numba, LLVM or CUDA, which do not say what they are
Progress = Callable[[str, float], None]  # is told the name of a stage, and the share of it that is done
