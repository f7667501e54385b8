"""Solved positions of larger boards: met in random play, kept if some moves are right and some wrong.

python -m training.larger_positions      solves them, on all cores
"""

from typing import Any

import numpy as np

import overthink as ot
from overthink_papers.beyond.strong.positions import LARGER, NO_MOVE, NODES, RANDOM, SHIPPED, game_of

MET = {"othello-larger": 1000, "domineering-larger": 2400}
POSITIONS = 400
SEED = 2  # nets were trained on positions of seed 1


def main() -> None:
    """Write the file of positions, and print how many were too hard."""
    arrays: dict[str, Any] = {}
    for name, met in MET.items():
        game, arena = game_of(name), LARGER[name]
        states = ot.random_positions(game, met, range(arena.least, arena.most + 1), seed=SEED)
        known = list(ot.label(game, states, nodes=NODES))
        kept = [(state, values) for state, values in known if values and len(set(values.values())) > 1][:POSITIONS]
        rows = np.full((len(kept), max(len(values) for _, values in kept)), NO_MOVE, np.int8)
        for row, (state, values) in zip(rows, kept):
            row[: len(values)] = [values[move] for move in game.moves(state)]
        where = f"{name} {RANDOM.split()[0]}"
        arrays |= {f"{where} states": np.array([state for state, _ in kept], np.int64), f"{where} values": rows}
        hard = sum(values is None for _, values in known)
        print(f"{name}: {len(kept)} positions; {hard} of {met} were too hard", flush=True)
    np.savez_compressed(SHIPPED / "larger-positions.npz", **arrays)


if __name__ == "__main__":
    with ot.jobs(None):
        main()
