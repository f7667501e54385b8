"""The commands on whole games: a survey of every position, and chess endgames."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from overthink.command import SEED, THREADS, as_text, clear_errors, working
from overthink.core.errors import OverthinkError
from overthink.core.threads import jobs as at_most

MOST = 1_000_000  # the largest number in a list


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--depths", default="1-5", show_default=True, metavar="A-B", help="Plies to look ahead: 1-5, or 1,3,5.")
@click.option("--deep", type=int, help="The deeper search to compare. [default: the deepest]")
@click.option("--shallow", type=int, help="The shallower one. [default: the shallowest]")
@click.option("--noise", type=float, metavar="SIGMA",
              help="Evaluate by the true value with Gaussian noise, in moves, seeds or plies to mate. "
              "[default: 2; 8-puzzle: Manhattan distance instead]")  # fmt: skip
@click.option("--granularity", metavar="G",
              help="Only so many different evaluations; 2-10,20 for a table of several. [default: any]")  # fmt: skip
@click.option("--rule", help="How children make a parent; see `list rules`. [default: minimax; 8-puzzle: minimin]")
@click.option("--error", type=float, default=0.2, show_default=True,
              help="How often evaluations are wrong, as rules such as emm are told.")  # fmt: skip
@click.option("--worst", type=click.IntRange(1, 1000), metavar="N",
              help="Positions that depth spoils most. [default: 3, and 10 in a report]")  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True, help="All noise comes from it.")
@click.option("--device", type=click.Choice(["cpu", "gpu"]), default="cpu", show_default=True,
              help="Search here on processors or on a GPU; the numbers are the same.")  # fmt: skip
@THREADS
@click.option("--out", metavar="FILE", help="Write a report, as one HTML file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@clear_errors
def survey(game: str, depths: str, deep: int | None, shallow: int | None, noise: float | None, granularity: str | None,
           rule: str | None, error: float, worst: int | None, seed: int, device: str, jobs: int | None,
           out: str | None, as_json: bool) -> None:  # fmt: skip
    """Search every position of a GAME to several depths, and compare each choice with the truth.

    GAME is 8-puzzle, kalah (a small board) or a chess endgame of up to four men: KRK, KBBK, KQKR, … The decision error
    is the probability that a search chooses a wrong move. Where the deeper search has the larger one, looking further
    ahead made that decision worse; the worst of these positions are listed.

    \b
    overthink survey 8-puzzle
    overthink survey 8-puzzle --noise 2 --granularity 5
    overthink survey KRK --depths 1-7 --deep 7 --out krk.html
    overthink survey KQKR --granularity 2-10,20,50,100 --device gpu
    """
    from overthink.core.tree import checked_error
    from overthink.measure.survey import survey as surveyed
    from overthink.rules import rule_named
    from overthink.subjects import known_whole, opinions, whole

    wanted, grains = depths_of(depths), granularities_of(granularity)
    known_whole(game)
    check_survey(wanted, deep, shallow, noise, grains)
    checked_error(error)
    if device == "gpu":
        from overthink.core.gpu import require

        require()
    if rule is not None:
        rule_named(rule)
    if out and not Path(out).absolute().parent.is_dir():
        raise OverthinkError(f"{out} cannot be written: there is no such folder.")
    if len(grains) > 1:
        if rule not in (None, "minimax") or out or worst or deep or shallow:
            raise OverthinkError(
                "Several granularities give a table of minimax, without --rule, --deep, --shallow, --worst or --out. "
                "Give one granularity for these."
            )
        with at_most(jobs):
            several(game, wanted, noise, grains, seed, device, as_json)
        return
    with working() as tell, at_most(jobs):
        what = whole(game, noise, tell)
        title = f"{what.shown}{f', {granularity} buckets' if granularity else ''}"
        judge = opinions(what.space, what.evaluate, grains[0] if grains else None, error)
        found = surveyed(what.space, judge, wanted, rule or what.rule, seed=seed, device=device, progress=tell)
        spoilt = found.worst(deep, shallow, worst or 3)
        page = found.report(out, deep, shallow, worst or 10, title) if out else None
    if as_json:
        numbers = {"positions": found.positions, "branching": found.branching, "clustering": found.clustering}
        errors, pair = {str(d): e for d, e in found.mean_errors.items()}, asdict(found.compare(deep, shallow))
        lines = [asdict(one) for one in spoilt]
        click.echo(as_text({"game": game, **numbers, "mean_errors": errors, "comparison": pair, "worst": lines}))
        return
    click.secho(title, bold=True)
    click.echo("\n".join([*str(found).splitlines()[:-1], found.verdict(deep, shallow)]))
    for one in spoilt:
        click.echo(f"\n{one}")
    if page:
        click.echo(f"\nreport: {page}")


def several(
    game: str, depths: list[int], noise: float | None, granularities: list[int], seed: int, device: str, as_json: bool
) -> None:
    """Prints the mean decision errors at several granularities."""
    from overthink.measure.granularities import by_granularity
    from overthink.subjects import whole

    with working() as tell:
        what = whole(game, noise, tell)
        found = by_granularity(
            what.space, what.evaluate, granularities, depths, seed=seed, device=device, progress=tell
        )  # fmt: skip
    if as_json:
        click.echo(as_text({"game": game, "positions": found.positions, "mean_errors": found.mean_errors}))
        return
    click.secho(what.shown, bold=True)
    click.echo(str(found))


@click.command()
@click.argument("name")
@click.argument("fen", nargs=-1, metavar="[FEN]")
@THREADS
@clear_errors
def endgame(name: str, fen: tuple[str, ...], jobs: int | None) -> None:
    """Solve a chess endgame of up to four men, and answer for a position.

    NAME has White's men and then Black's: KRK, KBBK, KQKR. The table is made once, and kept. FEN is a position of it.

    \b
    overthink endgame KQKR
    overthink endgame KRK "8/8/8/4k3/8/8/8/KR6 w"
    """
    from overthink.core.cache import folder
    from overthink.games import ChessEndgame
    from overthink.games import endgame as table_of

    game = ChessEndgame(name)
    position = game.position(" ".join(fen)) if fen else None
    with working() as tell, at_most(jobs):
        table = table_of(name, tell)
    if position is None:
        plies = table.longest
        click.echo(f"{game.name}: the longest mate takes {(plies + 1) // 2} moves ({plies} plies). Kept in {folder()}.")
        return
    click.echo(game.text(position))
    click.echo(outcome(table, position))


def depths_of(text: str) -> list[int]:
    """The depths that "1-5" or "1,3,5" stands for."""
    found = numbers_of(text, "depths", "1-5 or 1,3,5")
    if max(found) > 100:
        raise OverthinkError("Depths go up to 100 plies here.")
    return found


def granularities_of(text: str | None) -> list[int]:
    """The granularities that "5" or "2-10,20" stands for; none if none was given."""
    return sorted(set(numbers_of(text, "granularities", "5 or 2-10,20"))) if text is not None else []


def numbers_of(text: str, what: str, example: str) -> list[int]:
    """The whole numbers in a list of numbers and of spans."""
    parts = [part.split("-") for part in text.split(",")]
    if not all(len(part) in (1, 2) and all(number.strip().isdecimal() for number in part) for part in parts):
        raise OverthinkError(f"'{text}' is no list of {what}; write {example}.")
    ends = [(int(part[0]), int(part[-1])) for part in parts]
    if any(low > high for low, high in ends):
        raise OverthinkError(f"The {what} {text} run backwards; write the smaller one first.")
    if max(high for _, high in ends) > MOST:
        raise OverthinkError(f"The {what} {text} go beyond {MOST:,}; give smaller ones.")
    return [number for low, high in ends for number in range(low, high + 1)]


def check_survey(
    depths: list[int], deep: int | None, shallow: int | None, noise: float | None, granularities: list[int]
) -> None:
    """Refuses bad options before anything is worked out."""
    if min(depths) < 1:
        raise OverthinkError("A search looks at least 1 ply ahead.")
    for depth in (deep, shallow):
        if depth is not None and depth not in depths:
            raise OverthinkError(f"Depth {depth} is not among those looked at; widen --depths.")
    if (max(depths) if deep is None else deep) < (min(depths) if shallow is None else shallow):
        raise OverthinkError(f"--deep {deep} is less deep than --shallow {shallow}; exchange them.")
    if noise is not None and not 0 <= noise < math.inf:
        raise OverthinkError(f"A noise of {noise} is no standard deviation; give a number from 0 on.")
    if granularities and min(granularities) < 2:
        raise OverthinkError(f"A granularity of {min(granularities)} tells no two positions apart; give 2 or more.")


def outcome(table: Any, position: int) -> str:
    """How a position ends if both sides play their best, and the moves that are best."""
    moves, plies = ", ".join(table.best_moves(position)), table.distance(position)
    mover, other = ("White", "Black")[:: table.game.mover(position)]
    if not moves:
        return f"{mover} is mated." if plies == 0 else "A draw: the game is over."
    if plies is None:
        return f"A draw. Best: {moves}."
    winner = mover if plies % 2 else other
    long = f"{(plies + 1) // 2} moves ({plies} plies)" if plies > 2 else "1 move"
    return f"{winner} mates in {long}. Best: {moves}."
