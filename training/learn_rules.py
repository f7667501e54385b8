"""What studies take as learned, learned again from solved positions that no study judges.

python -m training.learn_rules nets      for every net: `learned.json` of `overthink_papers.beyond.strong`
python -m training.learn_rules GAME      WEIGHTS of a game in `overthink_papers.beyond.solved_games`, in minutes
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import product
from multiprocessing import Pool
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.measure.learning import fit_rule, fit_weight, forest, learn
from overthink.search.solving.listing import TooLargeError
from overthink_papers.beyond import solved_games
from overthink_papers.beyond.strong.learned import FILE, with_odds
from overthink_papers.beyond.strong.positions import ARENAS, KINDS, SEEDS, game_of, net_of, random_position, solver_of

HEIGHTS = 3
POSITIONS = 300  # for a net
SEED, CHOICES = 1601, 100  # positions of a game, of which every move is labelled


@cache
def solved_positions(name: str) -> tuple[list[Any], Any]:
    """Positions of random play that are solved, and what they are worth to the player to move: 1, ½ or 0."""
    states: list[Any] = []
    worth: list[float] = []
    number = 0
    while len(states) < POSITIONS:
        state = random_position(name, seed_key("learned", name, number))
        number += 1
        try:
            values = solver_of(name).values(state) if state else {}
        except TooLargeError:
            continue
        if values:
            states.append(state)
            worth.append(0.5 + 0.5 * max(values.values()))
    return states, np.array(worth)


def learn_kind(which: tuple[str, str]) -> dict[str, list[dict[str, Any]]]:
    """What is learned for the nets of one kind, by name: one weight, and weights at each height."""
    game, kind = which
    states, won = solved_positions(game)
    roots = np.arange(len(states))
    rows = {}
    for seed in SEEDS:
        tree = with_odds(forest(game_of(game), states, HEIGHTS, net_of(game, kind, seed)))
        plain, full = (fit_rule(tree, roots, won, depth, game, kind) for depth in (0, HEIGHTS))
        rows[f"{game}-{kind}-{seed}"] = [asdict(each) for each in (fit_weight(tree, roots, won, HEIGHTS, plain), full)]
    return rows


def label_moves(name: str) -> Iterator[tuple[Any, float]]:
    """Every move of some positions: the position that it leads to, and what that is worth to Max."""
    game, _ = solved_games.game_named(name)
    for number in range(CHOICES):
        state, values = solved_games.solved_position(name, seed_key("learned odds", SEED, name, number))
        for move, value in values.items():
            yield game.play(state, move), game.mover(state) * value


def learn_game(name: str) -> str:
    """The weights of a game, as they stand in its table."""
    truth = dict(label_moves(name))
    known = learn("odds", *solved_games.game_named(name), list(truth), truth, depth=HEIGHTS).learned
    rows = tuple((round(row.shift, 4), round(row.search, 4), round(row.own, 4)) for row in known.heights)
    numbers = (round(number, 4) for number in (known.shift, known.slope, known.low, known.high))
    return f'"{name}": Weights{(known.positions, *numbers, rows)},'


if __name__ == "__main__":
    if sys.argv[1] != "nets":
        print(learn_game(sys.argv[1]))
        sys.exit()
    with Pool() as pool:
        found = dict[str, list[dict[str, Any]]]()
        for rows in pool.imap(learn_kind, product(ARENAS, KINDS), chunksize=1):
            found |= rows
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
