"""The command `overthink doctor`: a game from the user's own file, or one that is built in."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from overthink.command import SEED, as_text, clear_errors, working
from overthink.core.errors import OverthinkError, unknown
from overthink.whole_games import depths_of


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--evaluate", metavar="MODULE:NAME", help="The evaluator: a function of a position, to Max.")
@click.option("--player", metavar="MODULE:NAME", help="A search of your own: a function of a position and a depth.")
@click.option("--depths", metavar="A-B", help="Plies to look ahead: 1-6, or 1,3,5. [default: as far as goes fast]")
@click.option("--rules", metavar="A,B", help="Rules to try; see `list rules`. [default: minimax]")
@click.option(
    "--positions",
    metavar="N|FILE",
    help="How many to make, by random openings and then play; or, for an engine, a file of chess games (PGN) or "
    "positions (EPD, FEN). [default: 1000, or fewer where a search takes long]",
)
@click.option("--most", type=click.IntRange(2), default=1000, show_default=True, help="Positions taken from a file.")
@click.option("--truth", metavar="SOLVE|DEPTH|FILE",
              help="Where the truth comes from: the game solved to its end, a search to a much greater depth, or a "
              "file of JSON lines with the value of every move. [default: solved if it is small]")  # fmt: skip
@click.option("--reference", metavar="ENGINE", help="The engine that judges. [default: the one that is examined]")
@click.option("--reference-depth", type=int, default=14, show_default=True, help="How far the reference looks.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE",
              help="An option of the engine that is examined, such as Hash=64; may be given again.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 64), default=lambda: min(64, os.cpu_count() or 1),
              show_default="one for each core", help="Engines side by side; any number finds the same.")  # fmt: skip
@click.option("--error", type=float, default=0.2, show_default=True,
              help="How often evaluations are wrong, as rules such as emm are told.")  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True, help="Positions and noise come from it.")
@click.option("--keep", metavar="FILE", help="Write each position there when it is done; a second run goes on from it.")
@click.option("--out", metavar="FILE", help="Write a report, as one HTML file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@clear_errors
def doctor(game: str, evaluate: str | None, player: str | None, depths: str | None, rules: str | None,
           positions: str | None, most: int, truth: str | None, reference: str | None, reference_depth: int,
           options: tuple[str, ...], jobs: int, error: float, seed: int, keep: str | None, out: str | None,
           as_json: bool) -> None:  # fmt: skip
    """Does looking further ahead help this GAME, with this evaluator?

    GAME is MODULE:NAME, a class or an object in a file of your own (mygame.py here: mygame:MyGame); a game that is
    built in: kalah; or one of OpenSpiel's with perfect information: openspiel:connect_four, evaluated by random games
    unless --evaluate is given; or a chess engine: uci:stockfish, on positions from a file or made on the spot, judged
    by a deeper search, better one of another engine.
    Each position is decided at every depth, by a plain search and by your --player if you have one, and the choices are
    compared with the truth. The verdict comes first; then why, whether it might be a bug, where depth hurts, and what
    to do.

    \b
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --depths 1-6
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --truth 12 --out doctor.html
    overthink doctor kalah --depths 1-4 --truth 7 --positions 200
    overthink doctor mygame:MyGame --evaluate mygame:my_eval --player mygame:my_search
    overthink doctor openspiel:connect_four
    overthink doctor uci:glaurung --positions games.pgn --depths 1-8 --reference stockfish --reference-depth 14
    """
    from overthink.core.tree import checked_error
    from overthink.doctor.subjects.game import diagnose
    from overthink.doctor.words import show

    if out and not Path(out).absolute().parent.is_dir():
        raise OverthinkError(f"{out} cannot be written: there is no such folder.")
    wanted = depths_of(depths) if depths else None
    checked_error(error)
    with working() as tell:

        def told(done: int, total: int) -> None:
            tell("positions", done / total)

        if game.startswith("uci:"):
            found = engine(
                game,
                positions or "1000",
                most,
                wanted or ENGINE_DEPTHS,
                reference,
                reference_depth,
                options,
                jobs,
                seed,
                keep,
                told,
                tell,
            )
        else:
            what, opinion = subject(game, evaluate)
            if positions and (not positions.isdecimal() or int(positions) < 2):
                raise OverthinkError(f"--positions is how many to make, 2 or more, not '{positions}'.")
            tell("making positions", 0.0)
            found = diagnose(
                what,
                opinion,
                depths=wanted,
                rules=[rule.strip() for rule in rules.split(",")] if rules else None,
                player=named(player) if player else None,
                positions=int(positions) if positions else None,
                truth=int(truth) if truth and truth.isdecimal() else truth,
                error=error,
                seed=seed,
                keep=keep,
                tell=told,
            )
        page = found.report(out, f"The doctor on {game}") if out else None
    if as_json:
        click.echo(as_text(found.as_dict()))
        return
    show(found)
    if page:
        click.echo(f"\nreport: {page}")


def engine(
    game: str,
    positions: str,
    most: int,
    depths: Any,
    reference: str | None,
    reference_depth: int,
    options: tuple[str, ...],
    jobs: int,
    seed: int,
    keep: str | None,
    told: Callable[[int, int], None],
    tell: Callable[[str, float], None],
) -> Any:
    """The diagnosis of a chess engine."""
    from overthink.doctor.chess_positions import chess_positions, made_chess_positions
    from overthink.doctor.subjects.engine import diagnose_engine

    command, judge = game.removeprefix("uci:"), reference.removeprefix("uci:") if reference else None
    settings = dict(each.split("=", 1) for each in options if "=" in each)
    if len(settings) < len(options):
        raise OverthinkError("--set takes NAME=VALUE, such as Hash=64, once for each option.")
    if positions.isdecimal():
        made = made_chess_positions(
            judge or command, int(positions), seed, jobs, lambda done, total: tell("making positions", done / total)
        )
        fens, unread = made, list[str]()
    else:
        fens, unread = chess_positions(Path(positions), most)
    return diagnose_engine(
        command,
        fens,
        depths=depths,
        reference=judge,
        reference_depth=reference_depth,
        options=settings,
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


ENGINE_DEPTHS = range(1, 9)
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
