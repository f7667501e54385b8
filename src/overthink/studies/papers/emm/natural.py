"""What Figures 7, 8 and 10 share: the natural evaluator, and the two ways minimax may see it.

The paper does not say whether minimax sees the share of winning squares or only which side has more of them. Figure 7's
loss needs the second, Figures 8 and 10 the first: both are run everywhere, and the simulated evaluator too. Nor does it
say what a board with as many winning as losing squares is. As for EMM, it counts here as lost for the player to move,
who is Min wherever a search of odd depth stops; `minimax-ties` keeps it as a third value instead.
"""

from __future__ import annotations

from overthink.evaluate import binary, natural, simulated
from overthink.studies.engine.study import Draw, Setting
from overthink.studies.experiments.accuracy import Evaluators, Player, accuracy_curves

GAMES = 100  # random games from each position, for "many fast simulations"
SEES = {"raw": "shares", "binary": "win or loss"}
WIN_OR_LOSS = binary(natural, tie=1)
CONTEST: tuple[Player, ...] = (
    ("minimax-raw", "minimax", "raw"),
    ("minimax-binary", "minimax", "binary"),
    ("minimax-ties", "minimax", "ties"),
    ("emm", "emm", "raw"),
    ("emm-value", "emm-value", "raw"),
    ("product", "product", "raw"),
    ("bayes", "bayes", "raw"),
    ("vote-raw", "vote", "raw"),
    ("althofer-raw", "althofer", "raw"),
    ("minimax-simulated", "minimax", "simulated"),
    ("emm-simulated", "emm", "simulated"),
)
LABELS = {
    "minimax_raw": "minimax, share of squares",
    "minimax_binary": "minimax, win or loss",
    "minimax_ties": "minimax, win, loss or tie",
    "minimax_simulated": "minimax, simulated share",
    "emm_simulated": "EMM, simulated",
    "emm": "EMM",
    "product": "product rule",
}


# A figure shows the paper's lines and what decides between readings; all the others stand in the table.
DRAWN = ("minimax-raw", "minimax-binary", "emm", "product", "emm-simulated", "minimax-simulated")


def draw(panel: str | None) -> Draw:
    plain = accuracy_curves(panel, **LABELS)
    return lambda samples, rows: plain(samples, [row for row in rows if row["rule"] in DRAWN])


def evaluators(setting: Setting) -> Evaluators:
    return {"raw": natural, "binary": WIN_OR_LOSS, "ties": binary(natural), "simulated": simulated(GAMES)}
