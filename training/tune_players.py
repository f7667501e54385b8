"""The shares of right decisions of PUCT and of unbounded minimax with other numbers than those of the studies.

python -m training.tune_players
"""

from itertools import product

import numpy as np

import overthink as ot
from overthink.rules.tempered import ONE
from overthink_papers.beyond.best_first import rivals
from overthink_papers.beyond.best_first.players import UNBOUNDED, WAYS, grow_all
from overthink_papers.beyond.best_first.rivals import Way
from overthink_papers.beyond.strong.players import bench_of
from overthink_papers.beyond.strong.positions import C4, OTHELLO, game_of

TUNED = {C4: range(17, 21), OTHELLO: range(20, 25)}  # plies before the positions
LIMITS = 100, 1000
WEIGHTS = product((0.125, 0.25, 0.5, 1.0, 2.0), (0.0, 0.25, 0.5, 1.0))
PUCTS = {f"c = {c:g}, power {a:g}": Way(rivals.MEAN, rivals.BY_PRIOR, 1, c, round(ONE * a)) for c, a in WEIGHTS}
MINIMAX = {"minimax by value": Way(rivals.MINIMAX, rivals.BY_VALUE), "minimax by visits": WAYS[UNBOUNDED]}

if __name__ == "__main__":
    for (name, plies), seed in product(TUNED.items(), (1, 2)):
        game = game_of(name)
        labels = ot.label(game, ot.random_positions(game, 600, plies, seed=77), nodes=300_000)
        solved = [(state, values) for state, values in labels if values and len(set(values.values())) > 1][:150]
        bench = bench_of(name, "strong", seed)
        for words, way in (PUCTS | MINIMAX).items():
            right = np.zeros(len(LIMITS))
            for n, (state, values) in enumerate(solved):
                worth = [values[move] for move in game.moves(state)]
                found = dict(grow_all(bench.judge, bench.at(state), way, LIMITS, np.uint64(n)))
                right += [worth[found.get(limit, 0)] == max(worth) for limit in LIMITS]
            print(name, seed, words, np.round(right / len(solved), 3))
