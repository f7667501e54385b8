"""Error-minimizing minimax."""

from __future__ import annotations

from tests.made_up import Case

CASES: dict[str, list[Case]] = {
    "emm/fig6": [
        Case(
            "EMM does not get worse",
            false=lambda at: 0.9 - 0.021 * (at["depth"] == 9),
            true=lambda at: 0.9 - 0.019 * (at["depth"] == 9),
        ),
        Case(
            "minimax gets worse",
            false=lambda at: 0.8 - 0.0 * at["depth"],
            true=lambda at: 0.8 - 0.001 * at["depth"],
        ),
        Case(
            "EMM beats minimax",
            false=lambda at: 0.8 - 0.001 * (at["rule"] == "emm" and at["depth"] == 7),
            true=lambda at: 0.8 + 0.001 * (at["rule"] == "emm"),
        ),
        Case(
            "over 20% more",
            false=lambda at: 0.5 * 1.199 if at["rule"] == "emm" else 0.5,
            true=lambda at: 0.5 * 1.201 if at["rule"] == "emm" else 0.5,
        ),
        Case(
            "both are always right",
            false=lambda at: 1.0 - 1e-4 * (at["rule"] == "emm"),
            true=lambda at: 1.0,
        ),
        Case(
            "true node types",
            false=lambda at: 0.8 - 0.001 * (at["rule"] != "emm" and at["depth"] == 9),
            true=lambda at: 0.8 + 0.001 * (at["rule"] != "emm"),
        ),
    ],
}
