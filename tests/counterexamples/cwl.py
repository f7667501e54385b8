"""Monte Carlo tree search on critical win-loss games."""

from __future__ import annotations

from tests.made_up import Case, Point


def grows(step: float):
    """Accuracy that changes by so much from 10 simulations to the last."""
    return lambda at: 0.5 + step * (at["simulations"] > 10)


def deeper(step: float):
    """The same from level 0 to the last."""
    return lambda at: 0.5 + step * (at["level"] > 0)


def one_rises(at: Point) -> float:
    return 0.5 + (0.001 if at["c"] == 10.0 else -0.1) * (at["simulations"] > 10)


def one_falls(at: Point) -> float:
    return 0.5 - (0.001 if at["c"] == 10.0 else -0.1) * (at["simulations"] > 10)


CASES: dict[str, list[Case]] = {
    "cwl/fig5": [
        Case("decide worse than 10", false=one_rises, true=grows(-0.001)),
        Case("flat, within .05", false=grows(-0.051), true=grows(-0.049)),
        Case("decide better than 10", false=one_falls, true=grows(0.001)),
    ],
    "cwl/minimax-backup": [
        Case("means decide worse", false=grows(0.001), true=grows(-0.001)),
        Case("minimax decides worse", false=grows(0.001), true=grows(-0.001)),
        Case("minimax decides better", false=grows(-0.001), true=grows(0.001)),
    ],
    "cwl/threshold": [
        Case("decides worse", false=deeper(0.001), true=deeper(-0.001)),
        Case("decides better", false=deeper(-0.001), true=deeper(0.001)),
    ],
}
