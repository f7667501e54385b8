"""Make nets for a game: solve positions, train, round to whole numbers, write a card into each file.

    python -m training.make_nets connect-four --device cuda --out nets
    python -m training.make_nets connect-four --seeds 4 5 6 7 8 9 10 --positions 120000 --device cuda --out nets

The first makes the nets of seeds 1 to 3. The second makes those of seeds 4 to 8, and two more, whose games gave
positions to `beyond/best-first`: nets of one command are trained together. Kalah had 30,000 positions, other games
their own number. Larger boards have good nets only: `othello-larger --seeds 1 2 3 4 5 6 7 8 --kinds good`.

Positions are met in random play. Each is solved; it and the positions after its moves are labelled with a win, a draw
or a loss of the player to move. The nets named "played" see no truth: their labels are the results of games between two
of the others, with one random move in ten. The card says what a net was trained on, how many positions were too hard to
solve, and, on positions that no net saw, how often its likeliest result is right, how often it picks a right move where
there is a wrong one, and how well its probabilities are calibrated.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import overthink as ot
from overthink_papers.beyond.strong.net_games import games_between
from overthink_papers.beyond.strong.positions import KINDS

SEEDS = (1, 2, 3)
PLAYERS, PLAYED, RANDOM = "good", "played", 0.1
TESTED = 20  # one family of positions in so many is kept for the card
NODES = 300_000  # a position that takes more to solve is too hard
NO_MOVE, TOO_HARD = 9, 8  # in the file of labels


class Board(NamedTuple):
    """A game, the plies after which positions are taken, one of which is drawn, and how many positions."""

    make: Callable[[], Any]
    plies: Sequence[int]
    positions: int
    symmetries: Callable[[Any], list[Any]]


def mirrored(squares: Any) -> list[Any]:
    return [squares, squares[:, :, ::-1]]


def flipped(squares: Any) -> list[Any]:
    return [half[:, ::step] for half in mirrored(squares) for step in (1, -1)]


def turned(squares: Any) -> list[Any]:
    return [side for half in flipped(squares) for side in (half, half.swapaxes(1, 2))]


BOARDS: dict[str, Board] = {
    "connect-four": Board(ot.ConnectFour, (14, 15, *range(16, 30), *range(16, 30)), 200_000, mirrored),
    "othello": Board(lambda: ot.Othello(6, 6), range(18, 31), 200_000, turned),
    "breakthrough": Board(lambda: ot.Breakthrough(6, 6), (24, 25, *range(26, 42), *range(26, 42)), 100_000, mirrored),
    "kalah": Board(lambda: ot.Kalah.real(6, 4, "win"), range(24, 45), 50_000, lambda squares: [squares]),
    "domineering": Board(lambda: ot.Domineering(6, 6), range(5, 15), 150_000, flipped),
    "othello-larger": Board(lambda: ot.Othello(6, 8), range(31, 41), 8_000, flipped),
    "domineering-larger": Board(lambda: ot.Domineering(7, 7), range(10, 19), 12_000, flipped),
}


class Labels(NamedTuple):
    planes: Any  # uint8[n, inputs]
    results: Any  # int64[n]: 0 a win, 1 a draw, 2 a loss of the player to move
    families: Any  # int64[n]: the number of the position, or of the game, that it comes from


class Solved(NamedTuple):
    states: Any  # int64[n, numbers of a state]
    values: Any  # int8[n, moves]: to the player who makes the move; NO_MOVE, TOO_HARD


def solve(game: Any, plies: Sequence[int], positions: int, seed: int) -> Solved:
    """Positions of random play with the value of each move."""
    labels = ot.label(game, ot.random_positions(game, positions, plies, seed=seed), nodes=NODES)
    values = np.full((len(labels), max(len(known or ()) for known in labels.values)), NO_MOVE, np.int8)
    for row, (state, known) in zip(values, labels):
        row[: len(known or row)] = TOO_HARD if known is None else [known[move] for move in game.moves(state)]
    return Solved(np.array(labels.states, np.int64), values)


class Family(NamedTuple):
    """Solved positions, and after each of them those after its moves."""

    planes: Any  # uint8[n, inputs]
    movers: Any  # int[n]: 0 where the game is over
    truth: Any  # int8[n]: the value to the player to move in the first position of the family
    first: Any  # int64[families + 1]


def families(game: Any, solved: Solved) -> Family:
    known = solved.values[:, 0] != TOO_HARD
    values = solved.values[known]
    states = []
    for state in map(tuple, solved.states[known].tolist()):
        states += [state, *(game.play(state, move) for move in game.moves(state))]
    planes, movers = game.seen(states)
    movers[[not game.moves(state) for state in states]] = 0
    first = np.concatenate([[0], np.cumsum(1 + (values != NO_MOVE).sum(axis=1))])
    truth = np.zeros(first[-1], np.int8)
    roots = np.zeros(first[-1], bool)
    roots[first[:-1]] = True
    truth[~roots] = values[values != NO_MOVE]
    truth[roots] = np.where(values == NO_MOVE, -2, values).max(axis=1)
    return Family(planes, movers, truth, first)


def labels_of(family: Family) -> Labels:
    """The positions that are not over."""
    numbers = np.repeat(np.arange(len(family.first) - 1), np.diff(family.first))
    to_mover = family.truth * family.movers * family.movers[family.first[numbers]]
    rows = family.movers != 0
    return Labels(family.planes[rows], (1 - to_mover[rows]).astype(np.int64), numbers[rows])


def card_of(net: ot.Net, family: Family) -> dict[str, Any]:
    """How good a net is on these positions. The error of calibration: by how much the expected result differs from the
    mean result, in ten groups of equal size. A right decision: of those moves after which the net is happiest."""
    labels, first = labels_of(family), family.first[:-1]
    expected, true = 0.5 + 0.5 * net.values(labels.planes), 1.0 - 0.5 * labels.results
    gaps = [
        abs(float(np.sum(expected[group] - true[group]))) for group in np.array_split(np.argsort(expected), 10)
    ]  # fmt: skip
    right = net.outputs(labels.planes).argmax(axis=1) == labels.results
    numbers = np.repeat(np.arange(len(first)), np.diff(family.first))
    worth = np.where(family.movers == 0, family.truth, net.values(family.planes) * family.movers)
    worth = worth * np.where(family.movers == 0, 1, family.movers[first][numbers])
    worth[first] = -np.inf
    best = worth == np.maximum.reduceat(worth, first)[numbers]
    good = family.truth == family.truth[first][numbers]
    good[first] = False
    choice = np.add.reduceat(good, first) < np.diff(family.first) - 1
    shares = np.add.reduceat((best & good).astype(int), first) / np.add.reduceat(best.astype(int), first)
    return {
        "right result": round(float(right.mean()), 4),
        "right decision": round(float(shares[choice].mean()), 4),
        "calibration error": round(sum(gaps) / len(true), 4),
        "tested on": f"{len(first)} positions, {int(choice.sum())} with a wrong move",
    }


def play(nets: list[Any], games: int, opening: int) -> Labels:
    """The positions of games between two nets, with their results."""
    rows, movers, results = games_between(nets[0], nets[1], games, opening, RANDOM, seed=1)
    movers[np.isnan(results)] = 0
    movers[:, :opening] = 0
    met = movers != 0
    planes, _ = nets[0].game.seen(list(map(tuple, rows[met].tolist())))
    numbers = np.repeat(np.arange(games), met.sum(axis=1))
    return Labels(planes, (1 - movers[met] * results[numbers]).astype(np.int64), numbers)


def make_nets(
    name: str, kinds: Sequence[str], seeds: Sequence[int], positions: int, plays: int, device: str, out: Path
) -> None:
    """The nets of a game of these kinds with these seeds, and a line for each."""
    from training.train import RECIPES, Recipe, train  # needs PyTorch

    board, game = BOARDS[name], BOARDS[name].make()
    solved = solve(game, board.plies, positions or board.positions, seed=1)
    np.savez_compressed(out / f"{name}-labels.npz", **solved._asdict())
    cut = len(solved.states) // TESTED
    tested, shown = (families(game, Solved(*(column[part] for column in solved))) for part in
                     (slice(cut), slice(cut, None)))  # fmt: skip
    inputs = np.arange(tested.planes.shape[1]).reshape(game.plane_shape)
    symmetries = np.stack([order.ravel() for order in board.symmetries(inputs)])

    def make(recipe: Recipe, labels: Labels, facts: dict[str, Any]) -> list[ot.Net]:
        nets = []
        for seed, layers in zip(seeds, train(*labels, symmetries, recipe, seeds, device)):
            plain = ot.Net.quantise(layers, labels.planes[:20_000], output="win/draw/loss", bits=8)
            seen = min(recipe.positions, len(labels.planes))
            card = {"game": name, "seed": seed, **facts, "labelled": seen, **card_of(plain, tested)}
            net = ot.Net(plain.layers, plain.output, plain.unit, card)
            path = net.save(out / f"{name}-{recipe.name}-{seed}.npz")
            print(path.name, card, hashlib.sha256(path.read_bytes()).hexdigest()[:12], flush=True)
            nets.append(net)
        return nets

    hard = int((solved.values[:, 0] == TOO_HARD).sum())
    facts = {"labels": "solved", "positions": len(solved.states), "too hard": hard}
    answers = labels_of(shown)
    nets = {recipe.name: make(recipe, answers, facts) for recipe in RECIPES if recipe.name in kinds}
    if PLAYED not in kinds:
        return
    results = play([net.on(game) for net in nets[PLAYERS][:2]], plays, min(board.plies) // 2)
    make(RECIPES[-1]._replace(name=PLAYED), results, {"labels": "results of play", "games": plays})


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(BOARDS))
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--kinds", nargs="+", default=KINDS)
    parser.add_argument("--positions", type=int, default=0, help="to solve, instead of the game's own number")
    parser.add_argument("--plays", type=int, default=40_000, help="games between nets")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, help="that solve")
    parser.add_argument("--out", type=Path, default=Path("nets"))
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    with ot.jobs(given.threads):
        make_nets(given.game, given.kinds, given.seeds, given.positions, given.plays, given.device, given.out)


if __name__ == "__main__":
    main()
