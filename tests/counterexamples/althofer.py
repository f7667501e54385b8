"""Althöfer's rule."""

from __future__ import annotations

from tests.made_up import Case

CASES: dict[str, list[Case]] = {
    "althofer/evaluation": [
        Case(
            "minimax misjudges more roots",
            false=lambda at: 0.2 - 0.001 * (at["depth"] == 9),
            true=lambda at: 0.2 + 0.001 * (at["depth"] == 9),
        ),
        Case(
            "minimax misjudges fewer roots",
            false=lambda at: 0.2 + 0.001 * (at["depth"] == 9),
            true=lambda at: 0.2 - 0.001 * (at["depth"] == 9),
        ),
        Case(
            "Althöfer's rule misjudges no more",
            false=lambda at: 0.1 + 0.0055 * (at["depth"] == 8 and at["e"] == 0.1),
            true=lambda at: 0.1 + 0.0045 * (at["depth"] == 8),
        ),
    ],
    "althofer/rate": [
        Case(
            "two more plies leave less",
            false=lambda at: 0.3 * 0.5 ** (min(at["height"], 20) / 2 - (at["height"] == 12)),
            true=lambda at: 0.3 * 0.989 ** (at["height"] / 2),
        ),
        Case(
            "no more often than any node",
            false=lambda at: at["e"] * (1.001 if at["height"] == 7 and at["e"] == 0.2 else 0.9),
            true=lambda at: at["e"],
        ),
        Case(
            "every single ply",
            false=lambda at: 0.3 * 0.9 ** (4 if at["height"] == 5 else at["height"]),
            true=lambda at: 0.3 * 0.999 ** at["height"],
        ),
    ],
    "althofer/pathology": [
        Case(
            "decisions do not get worse",
            false=lambda at: 0.9 - 0.0025 * (at["depth"] == 9),
            true=lambda at: 0.9 - 0.0015 * (at["depth"] == 9),
        ),
        Case(
            "beats minimax",
            false=lambda at: 0.8 - 0.001 * (at["rule"] == "althofer" and at["depth"] == 7),
            true=lambda at: 0.8 + 0.001 * (at["rule"] == "althofer"),
        ),
        Case(
            "its lead over minimax",
            false=lambda at: 0.8 + (at["rule"] == "althofer") * (0.1 + 0.001 * (at["copied"] == 0.9)),
            true=lambda at: 0.8 + (at["rule"] == "althofer") * (0.1 - 0.001 * (at["copied"] == 0.9)),
        ),
        Case(
            "minimax decides worse",
            false=lambda at: 0.8 + 0.001 * (at["depth"] == 10),
            true=lambda at: 0.8 - 0.001 * (at["depth"] == 10),
        ),
    ],
    "althofer/nodes": [
        Case(
            "pruning never changes",
            false=lambda at: 1.0 - 1e-4 * (at["b"] == 3 and at["depth"] == 5),
            true=lambda at: 1.0,
        ),
        Case(
            "fewer nodes than full width",
            false=lambda at: 100 + 0.001 * (at["search"] == "Althöfer alpha-beta" and at["depth"] == 2),
            true=lambda at: 100 - 0.001 * (at["search"] == "Althöfer alpha-beta"),
        ),
        Case(
            "fewer nodes than alpha-beta",
            false=lambda at: 100 + 0.001 * (at["search"] == "Althöfer alpha-beta" and at["depth"] == 4),
            true=lambda at: 100 - 0.001 * (at["search"] == "Althöfer alpha-beta"),
        ),
    ],
    "althofer/burden": [
        Case(
            "at most a tenth more",
            false=lambda at: 100 * (1.101 if at["rule"] == "althofer" and at["depth"] == 8 else 1.0),
            true=lambda at: 100 * (1.099 if at["rule"] == "althofer" else 1.0),
        ),
        Case(
            "all inner nodes",
            false=lambda at: 1.0 - 0.015 * (at["b"] == 4 and at["depth"] == 4),
            true=lambda at: 0.995,
        ),
        Case(
            "most inner nodes",
            false=lambda at: 1.0 - 0.51 * (at["b"] == 4 and at["depth"] == 4),
            true=lambda at: 0.51,
        ),
    ],
}
