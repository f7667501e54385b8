"""Benchmarks on this machine: ratios against peers and limits. Each is one file; its docstring says how it measures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overthink.core.errors import unknown

if TYPE_CHECKING:
    from overthink.bench.row import Row

BENCHMARKS: dict[str, str] = {
    "full-width": "compiled full-width search against C",
    "bounded": "compiled bounded alpha-beta against C",
    "grids": "the published grids of the synthetic models against NumPy and C",
    "openspiel": "alpha-beta against OpenSpiel's, from Python",
    "easyai": "alpha-beta against easyAI's",
    "table": "alpha-beta with a table against C",
    "uct": "UCT with random games against C, and OpenSpiel's from Python",
    "sweeps": "sweeps over all positions of an endgame against copying memory and C",
    "gpu": "a graphics card against the processors, on the same trees",
    "workers": "two workers against one",
    "limits": "start-up and a whole figure against the time they may take",
}


def measure(name: str, quick: bool) -> list[Row]:
    """Run one benchmark and return its rows. Raise OverthinkError if something it needs is missing."""
    if name not in BENCHMARKS:
        raise unknown("benchmark", name, BENCHMARKS)
    rows: list[Row] = import_module(f"overthink.bench.{name.replace('-', '_')}").rows(quick)
    return rows
