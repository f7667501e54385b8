"""The command `overthink solve`: what a position is worth, proven to within ε."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from overthink.command import SEED, as_text, clear_errors
from overthink.core.errors import OverthinkError, unknown

ENDLESS = 1 << 60


@dataclass(frozen=True)
class Solvable:
    """A game with its evaluator, the range of all values, and what to show of it."""

    game: Any
    evaluate: Any
    low: float
    high: float
    shown: str


def _random_tree(seed: int, depth: int) -> Solvable:
    from overthink.games import RandomTree
    from overthink.games.random_tree import HIGH

    game = RandomTree(4, depth, 0.8, number=seed)
    return Solvable(game, None, 0.0, HIGH, f"random tree number {seed}: 4 moves, {depth} turns, p = .8")


def _cops_and_robbers(seed: int, depth: int) -> Solvable:
    from overthink.evaluate import cop_distance
    from overthink.games import CopsAndRobbers
    from overthink.games.cops_and_robbers import HIGH

    game = CopsAndRobbers(obstacles=0.2, p=0.8, number=seed)
    judge = "evaluated by the mean distance of the cops"
    shown = f"{game.text(game.initial())}\na chosen move happens with p = .8; {judge}"
    return Solvable(game, cop_distance(game), 0.0, max(HIGH, float(depth)), shown)


def _pig(seed: int, depth: int) -> Solvable:
    from overthink.evaluate import win_probability
    from overthink.games import Pig

    game = Pig()
    shown = "Pig to 100 points: the probability that the first player wins; evaluated exactly"
    return Solvable(game, win_probability(game), 0.0, 1.0, shown)


def _kalah(seed: int, depth: int) -> Solvable:
    from overthink.evaluate import store_difference
    from overthink.games import Kalah

    game = Kalah.real(outcome="win")
    judge = "a win is 1, a loss -1; evaluated by the stores"
    return Solvable(game, store_difference(game), -1.0, 1.0, f"{game.text(game.initial())}\n{judge}")


# what makes it, and how many moves of players it is searched
GAMES: dict[str, tuple[Callable[[int, int], Solvable], int]] = {
    "cops-and-robbers": (_cops_and_robbers, 3),
    "kalah": (_kalah, 8),
    "pig": (_pig, 6),
    "random-tree": (_random_tree, 6),
}


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--epsilon", required=True, metavar="E", help="How wide the proven interval may be; 0 for the exact value."
)
@click.option("--depth", type=int, metavar="D",
              help="Moves of players to look ahead, chance not counted. [default: 3 to 8, by the game]")  # fmt: skip
@click.option("--low", metavar="L", help="The least value there can be. [default: by the game]")
@click.option("--high", metavar="H", help="The greatest one. [default: by the game]")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Which random tree or board.")
@click.option("--budget", type=click.IntRange(1), metavar="NODES", help="Expand no more nodes than this.")
@click.option("--seconds", metavar="S", help="Search no longer than this.")
@click.option("--spend", default="uniform", show_default=True, metavar="WAY",
              help="How ε is divided among the outcomes of chance: uniform, carry, equal, or 0 (equal) to 1 (carry).",
              )  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@clear_errors
def solve(game: str, epsilon: str, depth: int | None, low: str | None, high: str | None, seed: int, budget: int | None,
          seconds: str | None, spend: str, as_json: bool) -> None:  # fmt: skip
    """Prove what a position of a GAME is worth, to within E.

    GAME is random-tree, cops-and-robbers, pig or kalah. The answer is an interval that holds the true value, no wider
    than E, and the moves that are safe: they lose no more than E. A larger E is often, not always, much cheaper. Where
    the search stops before the game is over, the true value is that of the tree so far with the evaluator's opinion at
    its leaves. The interval is shown as it closes; a --budget or --seconds that runs out leaves a wider one, and what
    it says is proven all the same.

    \b
    overthink solve random-tree --epsilon 10
    overthink solve cops-and-robbers --epsilon 1 --spend equal
    overthink solve pig --epsilon 0.01 --depth 8
    overthink solve kalah --epsilon 0.25 --depth 12 --seconds 20
    """
    from overthink.core.checked import checked_depth
    from overthink.core.decision import Limit
    from overthink.report.interval import Closing
    from overthink.search.bounds import Bounds, anytime, checked_epsilon, checked_range, spending

    if game not in GAMES:
        raise unknown("game to solve", game, GAMES)
    wanted = checked_epsilon(number(epsilon, "--epsilon"))
    way = float(spend) if spend.replace(".", "", 1).isdecimal() else spend
    spending(way)
    make, usual = GAMES[game]
    limit = Limit(nodes=budget or ENDLESS, seconds=None if seconds is None else number(seconds, "--seconds"))
    plies = checked_depth(usual if depth is None else depth)
    what = make(seed, plies)
    least = what.low if low is None else number(low, "--low")
    most = what.high if high is None else number(high, "--high")
    checked_range(least, most)
    found, stopped = Bounds(least, most, (), 0, 0), False
    with Closing(least, most) as closing:

        def told(bounds: Bounds) -> None:
            nonlocal found
            found = bounds
            closing.show(bounds)

        try:
            found = anytime(
                what.game, limit=limit, low=least, high=most, epsilon=wanted, depth=plies, evaluate=what.evaluate,
                spend=way, told=told,
            )  # fmt: skip
        except KeyboardInterrupt:
            stopped = True
    proven = found.width <= wanted * (1 + 1e-9) + 1e-12 * (most - least)
    if as_json:
        bounds = {"low": found.low, "high": found.high, "width": found.width, "moves": found.moves}
        options = [{"move": option.move, "low": option.low, "high": option.high} for option in found.options]
        nodes = {"expanded": found.expanded, "leaves": found.leaves, "range": [least, most]}
        asked = {"game": game, "seed": seed, "depth": plies, "epsilon": wanted, "spend": way, "proven": proven}
        click.echo(as_text({**asked, **bounds, **nodes, "options": options}))
    else:
        click.secho(what.shown, bold=True)
        click.echo(found)
        why = "stopped" if stopped else "the limit was reached"
        click.echo(
            f"Proven to within ε = {wanted:g}, {plies} moves ahead."
            if proven
            else f"Not within ε = {wanted:g}: {why} at a width of {found.width:.4g}, which is proven all the same."
        )
    if stopped:
        sys.exit(130)


def number(text: str, option: str) -> float:
    """What an option says, as a finite number."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise OverthinkError(f"{option} takes a number; '{text}' was given.")
    return found
