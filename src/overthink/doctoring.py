"""The command `overthink doctor`: a game from the user's own file, or one that is built in."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from overthink.command import SEED, as_text, clear_errors, working
from overthink.core.errors import OverthinkError, unknown
from overthink.whole_games import depths_of


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--evaluate", metavar="MODULE:NAME", help="The evaluator: a function of a position, to Max.")
@click.option("--depths", default="1-6", show_default=True, metavar="A-B", help="Plies to look ahead: 1-6, or 1,3,5.")
@click.option("--rules", default="minimax", show_default=True, metavar="A,B", help="Rules to try; see `list rules`.")
@click.option(
    "--positions",
    default="1000",
    show_default=True,
    metavar="N|FILE",
    help="How many, by random play; for an engine, a file of chess games (PGN) or positions (EPD, FEN).",
)
@click.option("--most", type=click.IntRange(2), default=1000, show_default=True, help="Positions taken from a file.")
@click.option("--truth", metavar="SOLVE|DEPTH|FILE", default="solve", show_default=True,
              help="Where the truth comes from: the game solved to its end, a search to a much greater depth, or a "
              "file of JSON lines with the value of every move.")  # fmt: skip
@click.option("--reference", metavar="ENGINE", help="The engine that judges. [default: the one that is examined]")
@click.option("--reference-depth", type=int, default=14, show_default=True, help="How far the reference looks.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Engines side by side.")
@click.option("--error", type=float, default=0.2, show_default=True,
              help="How often evaluations are wrong, as rules such as emm are told.")  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True, help="Positions and noise come from it.")
@click.option("--keep", metavar="FILE", help="Write each position there when it is done; a second run goes on from it.")
@click.option("--out", metavar="FILE", help="Write a report, as one HTML file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@clear_errors
def doctor(game: str, evaluate: str | None, depths: str, rules: str, positions: str, most: int, truth: str,
           reference: str | None, reference_depth: int, jobs: int, error: float, seed: int, keep: str | None,
           out: str | None, as_json: bool) -> None:  # fmt: skip
    """Does looking further ahead help this GAME, with this evaluator?

    GAME is MODULE:NAME, a class or an object in a file of your own (mygame.py here: mygame:MyGame); a game that is
    built in: kalah; or one of OpenSpiel's with perfect information: openspiel:connect_four, evaluated by random games
    unless --evaluate is given; or a chess engine: uci:stockfish, on positions from a file, judged by a deeper search.
    Each position is decided at every depth, and the choices are compared with the truth. The verdict comes first; then
    where depth hurts, why, whether it might be a bug, and what to do.

    \b
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --depths 1-6
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --truth 12 --out doctor.html
    overthink doctor kalah --depths 1-4 --truth 7 --positions 200
    overthink doctor openspiel:tic_tac_toe --depths 1-4 --positions 200
    overthink doctor uci:glaurung --positions games.pgn --depths 1-8 --reference stockfish --reference-depth 14
    """
    from overthink.core.tree import checked_error
    from overthink.doctor.diagnosis import diagnose

    if out and not Path(out).absolute().parent.is_dir():
        raise OverthinkError(f"{out} cannot be written: there is no such folder.")
    wanted = depths_of(depths)
    checked_error(error)
    with working() as tell:

        def told(done: int, total: int) -> None:
            tell("positions", done / total)

        if game.startswith("uci:"):
            found = engine(game, positions, most, wanted, reference, reference_depth, jobs, keep, told)
        else:
            what, opinion = subject(game, evaluate)
            if not positions.isdecimal() or int(positions) < 2:
                raise OverthinkError(f"--positions is how many to make, 2 or more, not '{positions}'.")
            found = diagnose(
                what,
                opinion,
                depths=wanted,
                rules=[rule.strip() for rule in rules.split(",")],
                positions=int(positions),
                truth=int(truth) if truth.isdecimal() else truth,
                error=error,
                seed=seed,
                keep=keep,
                tell=told,
            )
        page = found.report(out, f"The doctor on {game}") if out else None
    if as_json:
        judged = {rule: asdict(judgement) for rule, judgement in found.judgements.items()}
        factors = asdict(found.factors) if found.factors else None
        suspects = [asdict(each) for each in found.imitators]
        click.echo(as_text({"verdict": found.verdict, "judgements": judged, "factors": factors, "imitators": suspects}))
        return
    click.echo(str(found))
    if page:
        click.echo(f"\nreport: {page}")


def engine(
    game: str,
    positions: str,
    most: int,
    depths: Any,
    reference: str | None,
    reference_depth: int,
    jobs: int,
    keep: str | None,
    told: Callable[[int, int], None],
) -> Any:
    """The diagnosis of a chess engine."""
    from overthink.doctor.chess_positions import chess_positions
    from overthink.doctor.engines import diagnose_engine

    if positions.isdecimal():
        raise OverthinkError("An engine is examined on positions from a file: --positions games.pgn.")
    fens, unread = chess_positions(Path(positions), most)
    return diagnose_engine(
        game.removeprefix("uci:"),
        fens,
        depths=depths,
        reference=reference.removeprefix("uci:") if reference else None,
        reference_depth=reference_depth,
        jobs=jobs,
        unread=unread,
        keep=keep,
        tell=told,
    )


def subject(game: str, evaluate: str | None) -> tuple[Any, Callable[[Any], Any] | None]:
    """The game and its evaluator."""
    opinion = named(evaluate) if evaluate else None
    if game.startswith("openspiel:"):
        from overthink.adapters.openspiel import OpenSpiel, playouts

        spiel = OpenSpiel(game.removeprefix("openspiel:"))
        return spiel, opinion or playouts(spiel)
    if ":" in game:
        found = named(game)
        return (found() if isinstance(found, type) else found), opinion
    if game not in BUILT_IN:
        raise unknown("game", game, [*BUILT_IN, "openspiel:NAME", "MODULE:NAME"])
    built, usual = BUILT_IN[game]()
    return built, opinion or usual


def _kalah() -> tuple[Any, Any]:
    from overthink.evaluate import store_difference
    from overthink.games import Kalah

    game = Kalah.real(pits=4, seeds=3, outcome="win")
    return game, store_difference(game)


BUILT_IN: dict[str, Callable[[], tuple[Any, Any]]] = {"kalah": _kalah}


def named(text: str) -> Any:
    """What MODULE:NAME means, seen from the folder where the command was given."""
    module, _, name = text.partition(":")
    if not module or not name:
        raise OverthinkError(f"'{text}' is not MODULE:NAME, such as mygame:MyGame.")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.split(".")[0]:
            raise OverthinkError(f"{module} cannot be imported: it needs {error.name}.") from None
        raise OverthinkError(f"There is no module {module} here; is {module}.py in this folder?") from None
    except Exception as error:
        raise OverthinkError(f"{module} cannot be imported: {type(error).__name__}: {error}") from None
    if not hasattr(found, name):
        raise OverthinkError(f"{module} has no {name}.")
    return getattr(found, name)
