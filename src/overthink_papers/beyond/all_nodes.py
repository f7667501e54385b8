"""Is it EMM's idea that helps, or that it reads more?

Minimax asks the evaluator at the frontier only; EMM at every node it passes. Vote and bayes ask at the same nodes as
EMM: vote adds up minimax scores, bayes multiplies odds. One factor is changed at a time around a base setting, and
errors and their copying together.
"""

from functools import partial

from overthink.evaluate.solved import artificial
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.studies.checks import Better, pair
from overthink.studies.claim import own_claim
from overthink.studies.samples import Row, Setting
from overthink_papers.beyond.ceiling import BALANCED, DEPTHS, HEIGHT, LABELS, PANEL, RULES, leads, where
from overthink_papers.experiments.accuracy import accuracy_study, players
from overthink_papers.experiments.scaffold import own_all, plot

VARIED = (
    *({"e": e, "copied": copied} for e in (0.05, 0.1, 0.2, 0.3, 0.4) for copied in (0.0, 0.25, 0.5, 0.75, 0.9)),
    *({"p": p} for p in (0.3, BALANCED, 0.45)),
    *({"p": BALANCED, "copied": copied} for copied in (0.5, 0.9)),
    *({"m": m} for m in (0.0, 0.25, 0.5, 0.75)),
    *({"m": 0.0, "copied": copied} for copied in (0.5, 0.9)),
    *({"b": 3, "p": p} for p in (0.5, round(fixed_point(3), 6))),
    *({"b": 4, "p": p} for p in (0.5, round(fixed_point(4), 6))),
)
READERS: tuple[Setting, ...] = tuple(
    {"e": 0.2, "copied": 0.0, "p": 0.5, "m": 1.0, "b": 2, **change} for change in VARIED
)
(HARD,) = where(READERS, e=0.4, copied=0.0)
P_GAMES = partial(where, READERS, p=0.5, m=1.0, b=2)
N_GAMES = where(READERS, m=0.0, copied=0.0)


def _is_drawn(row: Row) -> bool:
    fixed = (row["p"], row["m"], row["b"]) == (0.5, 1.0, 2)
    return fixed and row["e"] in (0.1, 0.2, 0.3) and row["copied"] in (0.0, 0.5, 0.9)


STUDY = accuracy_study(
    name="beyond/all-nodes",
    title="EMM against vote and bayes on equal evaluations",
    source="Overthink",
    settings=READERS,
    model=lambda s: BoardSplittingModel(height=HEIGHT[s["b"]], branching=s["b"], p=s["p"], mixing=s["m"]),
    evaluators=lambda s: {"artificial": artificial(s["e"], s["copied"])},
    contest=players(*RULES),
    depths=lambda s: DEPTHS[s["b"]],
    draw=plot("depth", "rule", PANEL, LABELS, keep=_is_drawn),
    caption="P-games, b = 2, p = .5. With independent errors (left) every rule that reads all nodes cures pathology, "
    "and bayes and vote do it better than EMM. When errors are copied from parent to child (right), reading more nodes "
    "adds less, and the order changes.",
    claims=(
        own_all(
            "depth 5: with independent errors bayes beats EMM, in P-games with any e and in N-games; so does vote, "
            "e = .2; with half of the errors copied bayes still beats EMM in P-games, any e",
            leads("bayes", ("emm",), P_GAMES(copied=0.0), 5),
            leads("vote", ("emm",), P_GAMES(copied=0.0, e=0.2), 5),
            leads("bayes", ("emm",), N_GAMES, 5),
            leads("vote", ("emm",), N_GAMES, 5),
            leads("bayes", ("emm",), P_GAMES(copied=0.5), 5),
        ),
        own_claim(
            leads("bayes", ("emm",), P_GAMES(copied=0.9), 5),
            "P-games, 9 in 10 errors copied, any e: bayes beats EMM at depth 5",
        ),
        *(
            own_claim(
                leads("emm", ("minimax",), P_GAMES(copied=0.9), depth),
                f"P-games, 9 in 10 errors copied, any e: EMM beats minimax at depth {depth}",
            )
            for depth in (5, 9)
        ),
        own_claim(
            Better(*pair("depth", (3, 9), rule="emm", **HARD)),
            "P-games, independent errors, e = .4: EMM is right less often at depth 9 than at depth 3",
        ),
    ),
    scales={"quick": 250, "paper": 5000},
    edition=3,
    ceiling=True,
)
