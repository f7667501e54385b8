"""Benchmarks on this machine: ratios against peers and limits. The docstring of each file says how it measures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from overthink.core.errors import check_known

if TYPE_CHECKING:
    from benchmarks.timing import Row

BENCHMARKS: dict[str, str] = {
    "full-width": "compiled full-width search against C",
    "bounded": "compiled bounded alpha-beta against C",
    "grids": "the published grids of the synthetic models against NumPy and C",
    "openspiel": "alpha-beta against OpenSpiel's, from Python",
    "easyai": "alpha-beta against easyAI's",
    "python-games": "searches of a game in Python against the few lines that a user would write",
    "table": "alpha-beta with a table against C",
    "solving": "positions of Connect Four, solved, against a C program made for this game",
    "uct": "UCT with random games against C, and OpenSpiel's from Python",
    "best-first": "best-first search against C",
    "net": "a net in whole numbers against C, and onnxruntime's floats",
    "tables": "tables of answers against pandas and the JSON parser",
    "sweeps": "sweeps over all positions of an endgame against copying memory and C",
    "gpu": "a graphics card against the processors, on the same trees and games",
    "workers": "two workers against one",
    "limits": "start-up and a whole figure against the time they may take",
}
FILES = {
    "searches": ("full-width", "bounded", "table", "solving", "uct", "best-first"),
    "peers": ("openspiel", "easyai"),
    "python_games": ("python-games",),
    "timing": ("workers", "limits"),
}


def measure(name: str, quick: bool) -> list[Row]:
    """Run one benchmark and return its rows. Raise OverthinkError if something it needs is missing."""
    check_known("benchmark", name, BENCHMARKS)
    file = next((file for file, names in FILES.items() if name in names), name)
    rows: list[Row] = getattr(import_module(f"benchmarks.{file}"), name.replace("-", "_"))(quick)
    return rows
