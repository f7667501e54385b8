"""As `beyond/strong`, with strong nets, one to three plies deeper, on fewer positions and with fewer rules."""

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.kinds import Column
from overthink.search.sweep import move_scores
from overthink.studies.samples import Point, Setting
from overthink.studies.study import Figure, Study
from overthink_papers.beyond.strong.measure import MINIMAX, RULES, shares_right, tree_of
from overthink_papers.beyond.strong.positions import ARENAS, C4, OTHELLO, RANDOM, SEEDS, solved_position
from overthink_papers.beyond.strong.results import draw_gains, gain_rows
from overthink_papers.beyond.strong.strong import SETTINGS, TEMPERED, ahead, at, claim
from overthink_papers.experiments.scaffold import one_by_one

NAME = "beyond/strong-deep"
GROUP = 5  # positions of an observation
DEEPER = {"connect-four": 7, "othello": 7, "breakthrough": 4, "kalah": 8, "domineering": 5}
PLAYED = {rule: RULES[rule] for rule in (MINIMAX, "emm", "product", "tempered 0.25", "bayes")}


def _depths_of(setting: Setting) -> range:
    return range(ARENAS[setting["game"]].depth, DEEPER[setting["game"]] + 1)


def _points_of(setting: Setting) -> list[Point]:
    return [
        {"net": "strong", "seed": seed, "rule": rule, "depth": depth}
        for seed in SEEDS
        for rule in PLAYED
        for depth in _depths_of(setting)
    ]


@one_by_one(_points_of)
def run(setting: Setting, number: int, seed: int) -> Column:
    """The means of a few positions of random play."""
    name = setting["game"]
    depths = _depths_of(setting)
    rows = []
    for place in range(GROUP):
        position = solved_position(name, setting["source"], seed_key(NAME, name, seed, number, place))
        values = np.array(position.values)
        row: list[float] = []
        for net_seed in SEEDS:
            tree = tree_of(name, position, depths[-1], "strong", net_seed)
            row += [p for used in PLAYED.values() for p in shares_right(move_scores(tree, used, depths), values)]
        rows.append(row)
    return np.asarray(np.mean(rows, axis=0))


CLAIMS = tuple(
    claim(f"{words}, strong nets, depth {DEEPER[game]}: tempered 0.25 is at most a point behind minimax", at((game,)),
          ahead(TEMPERED, depth=DEEPER[game]), -0.01)
    for game, words in ((C4, "Connect Four"), (OTHELLO, "Othello"))
)  # fmt: skip
STUDY = Study(
    NAME,
    tuple(place for place in SETTINGS if place["source"] == RANDOM),
    run,
    {"quick": 2, "paper": 30},
    (
        Figure(
            NAME,
            "what rules gain on minimax with strong nets, one to three plies deeper",
            "Overthink",
            draw_gains,
            "As `beyond/strong`, with fewer positions and rules.",
            CLAIMS,
            gain_rows,
        ),
    ),
    block=1,
)
