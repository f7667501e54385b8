"""The numbers of the view Nets: positions of Connect Four with what rules say of every move, and curves of a study.

`docs/make_shipped.py nets FOLDER` writes them to the page, from a folder with a run of beyond/strong at paper scale.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.plain import Fields
from overthink.rules import rule_named
from overthink.search.sweep import move_scores
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink_papers.beyond.strong.measure import GROUP, tree_of
from overthink_papers.beyond.strong.positions import ARENAS, RANDOM, game_of, solved_position
from overthink_papers.beyond.strong.results import gain_rows, right_rows
from overthink_papers.beyond.strong.strong import STUDY

GAME = "connect-four"
NETS = ("weak", "strong")
SHOWN = 12
RULES = {"minimax": "minimax", "tempered": "tempered 0.25", "bayes": "bayes", "product": "product", "emm": "emm"}
ENDS = ("mean", "low", "high")
DEPTHS = range(1, ARENAS[GAME].depth + 1)


def position(number: int) -> Fields:
    """One position: its board, what its moves are worth, and the score of each move by net, rule and depth."""
    solved = solved_position(GAME, RANDOM, np.uint64(mix(seed_key("shown", 0), number)))
    game = game_of(GAME)
    scores = dict[str, dict[str, list[list[float]]]]()
    for net in NETS:
        tree = tree_of(GAME, solved, DEPTHS[-1], net, 1)
        found = {rule: move_scores(tree, rule_named(rule), DEPTHS) for rule in RULES}
        scores[net] = {rule: [[float(f"{x:.4g}") for x in by_move] for by_move in each.values()]
                       for rule, each in found.items()}  # fmt: skip
    text = game.text(solved.state)
    mover = game.mover(solved.state)
    moves = [int(move) for move in game.moves(solved.state)]
    return {"text": text, "mover": mover, "moves": moves, "truth": solved.values, "scores": scores}


def differs(shown: Fields) -> bool:
    """Whether some rule or depth of the strong net chooses a wrong move, and another a right one."""
    best = max(shown["truth"])
    right = {
        all(shown["truth"][k] == best for k, score in enumerate(by_move) if score == max(by_move))
        for by_depth in shown["scores"]["strong"].values()
        for by_move in by_depth
    }
    return len(right) == 2


def nets(folder: Path) -> Fields:
    """All numbers of the view."""
    chosen = list[Fields]()
    met = 0
    while len(chosen) < SHOWN:
        found, met = position(met), met + 1
        chosen += [found] if differs(found) else []
    with closing(Store(folder, make=False)) as store:
        samples = store.samples(STUDY, 0, store.observations(STUDY, 0))
    return {"met": met, "positions": chosen, "curves": {net: curves(samples, net) for net in NETS}}


def curves(samples: Samples, net: str) -> Fields:
    """By depth: how often minimax is right, and what the others gain on it, in points."""
    place = {"game": GAME, "source": RANDOM, "net": net}
    right = [row for row in right_rows(samples) if place.items() <= row.items()]
    gains = [row for row in gain_rows(samples) if place.items() <= row.items()]
    return {
        "positions": GROUP * right[0]["n"],
        "minimax": [{end: round(row[end], 4) for end in ENDS} for row in right],
        **{
            rule: [{end: round(row[end], 2) for end in ENDS} for row in gains if row["rule"] == name]
            for rule, name in RULES.items()
            if rule != "minimax"
        },
    }
