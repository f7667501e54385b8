"""Nominal depth: how much work a depth of a chess engine is."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, not_testable


def run(case: Case) -> Finding | None:
    """The nodes that the engine reports at each depth."""
    if case.engine is None:
        return None
    if not case.engine.nodes:
        return not_testable("all positions were known; no nodes were counted")
    nodes = ", ".join(f"{depth}: {mean:,.0f}" for depth, mean in case.engine.nodes.items())
    return not_testable(f"it includes quiescence and extensions; nodes a position: {nodes}")


CHECK = Check("nominal depth", "an engine's depth includes quiescence and extensions: its nodes are shown", run)
