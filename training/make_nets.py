"""Make nets for a game: solve positions, train, round to whole numbers, write a card into each file.

    python -m training.make_nets --games connect-four --positions 100000 --device cuda --out nets

Positions are met in random play. Each is solved; it and the positions after its moves are labelled with a win, a draw
or a loss of the player to move. The nets named "played" see no truth: their labels are the results of games between two
of the others, with one random move in ten. The card says what a net was trained on, how many positions were too hard to
solve, how often its likeliest result is right on positions that no net saw, and how well its probabilities are
calibrated there.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import overthink as ot
from overthink.core.arithmetic import mix, seed_key

SEEDS = (1, 2, 3)
PLAYERS, PLAYED, RANDOM = "good", "played", 0.1
TESTED = 10  # one family of positions in so many is kept for the card


class Board(NamedTuple):
    """A game, and the plies after which positions are taken."""

    make: Callable[[], Any]
    plies: range


BOARDS: dict[str, Board] = {
    "connect-four": Board(ot.ConnectFour, range(12, 25)),
    "othello": Board(lambda: ot.Othello(6, 6), range(20, 31)),
    "breakthrough": Board(lambda: ot.Breakthrough(6, 6), range(20, 37)),
    "kalah": Board(lambda: ot.Kalah.real(6, 4, "win"), range(26, 43)),
    "domineering": Board(lambda: ot.Domineering(6, 6), range(6, 16)),
}


class Labels(NamedTuple):
    planes: Any  # uint8[n, inputs]
    results: Any  # int64[n]: 0 a win, 1 a draw, 2 a loss of the player to move
    families: Any  # int64[n]: the number of the position, or of the game, that it comes from


def labels_of(game: Any, rows: Iterable[tuple[Any, float, int]]) -> Labels:
    """From states, what they are worth to Max, and families."""
    states, values, families = zip(*rows)
    results = 1 - np.sign(np.array(values) * [game.mover(state) for state in states]).astype(int)
    return Labels(game.planes(states).reshape(len(states), -1), results, np.array(families))


def solve(game: Any, plies: range, positions: int) -> tuple[Labels, int]:
    """Positions of random play, and those after each of their moves; and how many were too hard."""
    solved, rows = ot.label(game, ot.random_positions(game, positions, plies, seed=1)), list[tuple[Any, float, int]]()
    for number, (state, values) in enumerate(solved):
        if values is not None:
            me = game.mover(state)
            after = {game.play(state, move): me * value for move, value in values.items()}
            rows.append((state, me * max(values.values()), number))
            rows += [(state, value, number) for state, value in after.items() if game.moves(state)]
    return labels_of(game, rows), len(solved.too_hard)


def play(game: Any, nets: list[Any], games: int, opening: int) -> Labels:
    """The positions of games between two nets after a random opening, with their results."""
    boards, rows, ply = dict.fromkeys(range(games), game.initial()), list[tuple[Any, float, int]](), 0
    seen: dict[int, list[Any]] = {number: [] for number in boards}
    while boards:
        after = {number: [game.play(state, move) for move in game.moves(state)] for number, state in boards.items()}
        judged = iter(nets[ply % 2].many([state for each in after.values() for state in each])[:, 0])
        following = dict[int, Any]()
        for number, each in after.items():
            state, key = boards[number], np.uint64(mix(seed_key("play", number), ply))
            opinions = [next(judged) for _ in each]
            values = [v if game.moves(end) else 2.0 * game.utility(end) for end, v in zip(each, opinions)]
            random = ply < opening or float(key >> np.uint64(40)) / 2**24 < RANDOM
            best = int(np.argmax(np.array(values) * game.mover(state)))
            chosen = each[int(key % np.uint64(len(each))) if random else best]
            seen[number] += [state] if ply >= opening else []
            if game.moves(chosen):
                following[number] = chosen
            else:
                rows += [(state, game.utility(chosen), number) for state in seen[number]]
        boards, ply = following, ply + 1
    return labels_of(game, rows)


def card_of(net: ot.Net, labels: Labels) -> dict[str, Any]:
    """How good a net is on these positions. The error of calibration: by how much the expected result differs from the
    mean result, in ten groups of equal size."""
    expected, true = 0.5 + 0.5 * net.values(labels.planes), 1.0 - 0.5 * labels.results
    groups = np.array_split(np.argsort(expected), 10)
    gaps = [abs(float(np.sum(expected[group] - true[group]))) for group in groups]
    right = net.outputs(labels.planes).argmax(axis=1) == labels.results
    return {
        "right result": round(float(right.mean()), 4),
        "calibration error": round(sum(gaps) / len(true), 4),
        "tested on": len(true),
    }


def make_nets(name: str, positions: int, plays: int, device: str, out: Path) -> None:
    """All nets of a game, and a line for each."""
    from training.train import RECIPES, Recipe, train  # needs PyTorch

    board, game = BOARDS[name], BOARDS[name].make()
    solved, too_hard = solve(game, board.plies, positions)
    kept = solved.families % TESTED == 0
    tested, shown = (Labels(*(column[some] for column in solved)) for some in (kept, ~kept))

    def make(recipe: Recipe, seed: int, labels: Labels, facts: dict[str, Any]) -> ot.Net:
        layers = train(*labels, recipe, seed, device)
        net = ot.Net.quantise(layers, labels.planes[:5000], output="win/draw/loss", bits=8)
        card = {"game": name, "width": recipe.width, "seed": seed, **facts, **card_of(net, tested)}
        path = ot.Net(net.layers, net.output, net.unit, card).save(out / f"{name}-{recipe.name}-{seed}.npz")
        print(path.name, card, hashlib.sha256(path.read_bytes()).hexdigest()[:12], flush=True)
        return net

    facts = {"labels": "solved", "positions": positions, "too hard": too_hard}
    nets = {(recipe.name, seed): make(recipe, seed, shown, facts) for recipe in RECIPES for seed in SEEDS}
    players = [nets[PLAYERS, seed].on(game) for seed in SEEDS[:2]]
    results = play(game, players, plays, board.plies.start // 2)
    for seed in SEEDS:
        make(RECIPES[-1]._replace(name=PLAYED), seed, results, {"labels": "results of play", "games": plays})


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default=",".join(BOARDS))
    parser.add_argument("--positions", type=int, default=100_000, help="to solve, for each game")
    parser.add_argument("--plays", type=int, default=12_000, help="games between nets")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--out", type=Path, default=Path("nets"))
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.games.split(","):
        make_nets(name, given.positions, given.plays, given.device, given.out)


if __name__ == "__main__":
    main()
