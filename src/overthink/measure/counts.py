"""Do two rows of counts come from the same distribution? The exact test, for counts of any number of kinds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from overthink.core.errors import OverthinkError

CLOSE = 1e-9  # tables this near in probability are as likely as each other


def exact_test(first: Sequence[int], second: Sequence[int]) -> float:
    """The p-value of two rows of counts, such as won, drawn and lost: how likely a table with the same sums is that is
    no likelier than this one, if both rows have the same distribution (Fisher; Freeman and Halton for more kinds).

    >>> print(f"{ot.exact_test([9, 1, 0], [2, 3, 5]):.4f}")
    0.0025
    """
    if len(first) != len(second) or min((*first, *second), default=-1) < 0:
        raise OverthinkError("Two rows of counts need the same kinds, and no count may be negative.")
    sums = [a + b for a, b in zip(first, second)]
    here = _log_ways(first, sums)
    all_ways = math.lgamma(sum(sums) + 1) - math.lgamma(sum(first) + 1) - math.lgamma(sum(second) + 1)
    weights = (_log_ways(row, sums) for row in _rows(sum(first), sums))
    return min(1.0, math.fsum(math.exp(ways - all_ways) for ways in weights if ways <= here + CLOSE))


def _log_ways(row: Sequence[int], sums: Sequence[int]) -> float:
    return math.fsum(math.lgamma(s + 1) - math.lgamma(n + 1) - math.lgamma(s - n + 1) for n, s in zip(row, sums))


def _rows(total: int, sums: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every first row with this total that fits the sums."""
    if len(sums) == 1:
        if 0 <= total <= sums[0]:
            yield (total,)
        return
    for count in range(max(0, total - sum(sums[1:])), min(total, sums[0]) + 1):
        for rest in _rows(total - count, sums[1:]):
            yield count, *rest
