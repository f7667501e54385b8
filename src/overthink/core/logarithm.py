"""The natural logarithm of a whole number, the same bits on every machine.

The C library of each system rounds logarithms in its own way, and a GPU in yet another. Here only sums, products and
quotients are used, which all round alike.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Column

LN2 = 0.6931471805599453
THIRD, SIXTH = 1.0 / 3.0, 1.0 / 6.0
BITS = 12
TABLE = 1 << BITS  # smaller numbers are looked up


def _logarithms() -> Column:
    """ln 1 … ln 4095: n is x 2^k with x from 1 to 2, and ln x = 2 artanh((x - 1) / (x + 1))."""
    powers = np.array([int(n).bit_length() - 1 for n in range(1, TABLE)])
    x = np.arange(1, TABLE) / 2.0**powers
    s = (x - 1.0) / (x + 1.0)
    total = np.zeros(TABLE - 1)
    for odd in range(35, 0, -2):
        total = total * (s * s) + 1.0 / odd
    return np.concatenate([[0.0], powers * LN2 + 2.0 * s * total])


LOGARITHMS = _logarithms()
ROOTS = np.sqrt(LOGARITHMS)


@kernel
def logarithm(n: int) -> float:
    """ln n, for n from 1 on: that of its first 12 bits, and a short series for the others."""
    bits, head = 0, n
    while head >= TABLE:
        head >>= 4
        bits += 4
    r = float(n - (head << bits)) / float(head << bits)
    return (
        bits * LN2 + float(LOGARITHMS[head]) + r * (1.0 - r * (0.5 - r * (THIRD - r * (0.25 - r * (0.2 - r * SIXTH)))))
    )


@kernel
def root_of_log(n: int) -> float:
    """√ln n; 0 for n = 0."""
    return float(ROOTS[n]) if n < TABLE else math.sqrt(logarithm(n))
