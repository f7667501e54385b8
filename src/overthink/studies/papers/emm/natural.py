"""Figures 7 and 8: P- and N-games with the natural evaluator, b = 2; and the two ways minimax may see it.

The paper does not say whether minimax sees the share of winning squares or only which side has more of them. Figure 7's
loss needs the second, Figures 8 and 10 the first: both are run everywhere, and the simulated evaluator too. Nor does it
say what a board with as many winning as losing squares is. As for EMM, it counts here as lost for the player to move,
who is Min wherever a search of odd depth stops; `minimax-ties` keeps it as a third value instead.
"""

from __future__ import annotations

from overthink.evaluate import binary, natural, simulated
from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import better, comparable, falls, near, never_falls
from overthink.studies.engine.study import Claim, Draw, Setting, grid
from overthink.studies.experiments.accuracy import ODD, SQUARES, Evaluators, Player, accuracy_curves, accuracy_study

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


def steady_in_p_games(p: float) -> Claim:
    return Claim(
        f"p = {p:.3g}: EMM does not get worse with depth (odd depths)",
        "EMM is still nonpathological",
        lambda s: never_falls(s.curve("depth", ODD, rule="emm", p=p)),
    )


def against(p: float, reading: str) -> tuple[Claim, ...]:
    at, rule = f"p = {p:.3g}, minimax sees {SEES[reading]}: ", f"minimax-{reading}"
    return (
        Claim(
            at + "minimax gets worse up to depth 7",
            "minimax search is pathological",
            lambda s: falls(s.curve("depth", ODD[:4], rule=rule, p=p)),
        ),
        Claim(
            at + "minimax loses about a tenth of its accuracy by depth 7",
            "loses approximately 10% accuracy",
            lambda s: near(ratio(s(rule=rule, depth=7, p=p), s(rule=rule, depth=1, p=p)), 0.9, 0.05),
        ),
        Claim(
            at + "EMM beats minimax at depth 7",
            "P < 0.01 in a t test",
            lambda s: better(s(rule="emm", depth=7, p=p), s(rule=rule, depth=7, p=p)),
        ),
    )


FIG7 = accuracy_study(
    name="emm/fig7",
    title="P-games, natural evaluator",
    source="[Zuckerman2018] Figure 7",
    settings=grid(p=SQUARES),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, p=setting["p"]),
    evaluators=evaluators,
    contest=CONTEST,
    depths=ODD,
    draw=draw("p"),
    caption="The natural evaluator counts winning squares. Whether minimax is pathological depends on how it sees "
    "them: as a share, or only as the side that has more.",
    edition=3,
    claims=tuple(c for p in SQUARES for c in (steady_in_p_games(p), *against(p, "raw"), *against(p, "binary"))),
)


def comparison(reading: str, depth: int) -> Claim:
    return Claim(
        f"minimax sees {SEES[reading]}: EMM is comparable at depth {depth}, within 5 points",
        "EMM performs comparably with minimax",
        lambda s: comparable(s(rule="emm", depth=depth), s(rule=f"minimax-{reading}", depth=depth), 0.05),
    )


def steady_in_n_games(rule: str) -> Claim:
    return Claim(
        f"{rule} does not get worse with depth (odd depths)",
        "constructed to be completely nonpathological",
        lambda s: never_falls(s.curve("depth", ODD, rule=rule)),
    )


FIG8 = accuracy_study(
    name="emm/fig8",
    title="N-games, natural evaluator",
    source="[Zuckerman2018] Figure 8",
    settings=grid(edge_p=(0.5,)),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, mixing=0.0, edge_p=setting["edge_p"]),
    evaluators=evaluators,
    contest=CONTEST,
    depths=ODD,
    draw=draw(None),
    caption="N-games tie the values of neighbouring squares together, and looking further ahead helps every rule.",
    edition=3,
    claims=(
        *(comparison(reading, depth) for reading in ("raw", "binary") for depth in (3, 5, 7)),
        *(steady_in_n_games(rule) for rule in ("emm", "minimax-raw", "minimax-binary")),
    ),
)
