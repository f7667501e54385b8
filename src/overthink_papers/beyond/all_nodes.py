"""Is it EMM's idea that helps, or that it reads more? EMM against two rules that read the same evaluations.

Minimax asks the evaluator at the frontier only; EMM at every node it passes. Vote and bayes ask at the same nodes as
EMM: vote adds up minimax scores, bayes multiplies odds. One factor is changed at a time around a base setting, and
errors and their copying together.
"""

from __future__ import annotations

from overthink.core.plain import Fields
from overthink.evaluate import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.report.curves import curves
from overthink.studies.checks import always_better
from overthink.studies.claim import Check, Claim
from overthink.studies.samples import Row, Samples, Setting
from overthink.studies.study import Picture
from overthink_papers.experiments.accuracy import accuracy_study, players

BASE: Setting = {"e": 0.2, "copied": 0.0, "p": 0.5, "m": 1.0, "b": 2}
HEIGHT = {2: 11, 3: 7, 4: 5}
DEPTHS = {2: (1, 3, 5, 7, 9), 3: (1, 3, 5), 4: (1, 3)}
ERRORS = (0.05, 0.1, 0.2, 0.3, 0.4)
COPIED = (0.0, 0.25, 0.5, 0.75, 0.9)
BALANCED = round(fixed_point(2), 6)
VARIED = (
    *({"e": e, "copied": copied} for e in ERRORS for copied in COPIED),
    *({"p": p} for p in (0.3, BALANCED, 0.45)),
    *({"p": BALANCED, "copied": copied} for copied in (0.5, 0.9)),
    *({"m": m} for m in (0.0, 0.25, 0.5, 0.75)),
    *({"m": 0.0, "copied": copied} for copied in (0.5, 0.9)),
    *({"b": 3, "p": p} for p in (0.5, round(fixed_point(3), 6))),
    *({"b": 4, "p": p} for p in (0.5, round(fixed_point(4), 6))),
)
SETTINGS: tuple[Setting, ...] = tuple({**BASE, **change} for change in VARIED)
RULES = ("minimax", "product", "althofer", "emm", "vote", "bayes")


def leads(winner: str, loser: str, depth: int, **where: object) -> Check:
    """A check that one rule beats another at every setting that fits."""
    fits = [s for s in SETTINGS if all(s[k] == v for k, v in where.items())]
    return lambda s: always_better(
        [(s(rule=winner, depth=depth, **at), s(rule=loser, depth=depth, **at)) for at in fits]
    )


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"e = {row['e']:g}, copied {row['copied']:g}"}
        for row in rows
        if row["p"] == 0.5 and row["m"] == 1.0 and row["b"] == 2 and row["e"] in (0.1, 0.2, 0.3)
        and row["copied"] in (0.0, 0.5, 0.9)
    ]  # fmt: skip
    labels = {"x": "search depth (plies)", "y": "fraction of correct decisions", "althofer": "Althöfer"}
    return curves(shown, "depth", "rule", "panel", labels)


def claim(where: str, winner: str, loser: str, depth: int, **settings: object) -> Claim:
    says = f"{where}: {winner} beats {loser} at depth {depth}"
    return Claim(says, "not in print", leads(winner, loser, depth, **settings))


BASIC: Fields = {"p": 0.5, "m": 1.0, "b": 2}
STUDY = accuracy_study(
    name="beyond/all-nodes",
    title="EMM against vote and bayes on equal evaluations",
    source="Overthink",
    settings=SETTINGS,
    model=lambda s: BoardSplittingModel(height=HEIGHT[s["b"]], branching=s["b"], p=s["p"], mixing=s["m"]),
    evaluators=lambda s: {"artificial": artificial(s["e"], s["copied"])},
    contest=players(*RULES),
    depths=lambda s: DEPTHS[s["b"]],
    draw=draw,
    caption="P-games, b = 2, p = .5. With independent errors (left) every rule that reads all nodes cures pathology, "
    "and bayes and vote do it better than EMM. When errors are copied from parent to child (right), reading more nodes "
    "tells less, and the order changes.",
    claims=(
        claim("P-games, independent errors, any e", "bayes", "emm", 5, **BASIC, copied=0.0),
        claim("P-games, independent errors, e = .2", "vote", "emm", 5, **BASIC, copied=0.0, e=0.2),
        claim("N-games, independent errors", "bayes", "emm", 5, m=0.0, copied=0.0),
        claim("N-games, independent errors", "vote", "emm", 5, m=0.0, copied=0.0),
        claim("P-games, half of the errors copied, any e", "bayes", "emm", 5, **BASIC, copied=0.5),
        claim("P-games, 9 in 10 errors copied, any e", "bayes", "emm", 5, **BASIC, copied=0.9),
        claim("P-games, 9 in 10 errors copied, any e", "emm", "minimax", 5, **BASIC, copied=0.9),
        claim("P-games, 9 in 10 errors copied, any e", "emm", "minimax", 9, **BASIC, copied=0.9),
    ),
    scales={"quick": 250, "paper": 5000},
    edition=3,
    ceiling=True,
)
