"""Nominal depth: how much work a chess engine does at each depth."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, not_tested


def run(case: Case) -> Finding | None:
    """Report the nodes that the engine counts at each depth."""
    if case.engine is None or not case.examination.knob.plies:
        return None
    if not case.engine.nodes:
        return not_tested("all results were stored, so no nodes were counted")
    nodes = ", ".join(f"{depth}: {mean:,.0f}" for depth, mean in case.engine.nodes.items())
    return not_tested(f"it includes quiescence and extensions; nodes per position: {nodes}")


CHECK = Check("nominal depth", "an engine's depth includes quiescence and extensions: its nodes are shown", run)
