"""`overthink endgame`: a chess endgame, solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from overthink.cli import options
from overthink.cli.console import print_json, progress
from overthink.core.plain import Fields
from overthink.core.threads import jobs as at_most

if TYPE_CHECKING:
    from overthink.games.chess.table import EndgameTable


@click.command()
@click.argument("name")
@click.argument("fen", nargs=-1, metavar="[FEN]")
@options.threads
@options.as_json
def endgame(name: str, fen: tuple[str, ...], jobs: int | None, as_json: bool) -> None:
    """Solve a chess endgame of up to four pieces, and answer for a position.

    NAME has White's pieces and then Black's: KRK, KBBK, KQKR. The table is made once and kept. FEN is a position of it.

    \b
    overthink endgame KQKR
    overthink endgame KRK "8/8/8/4k3/8/8/8/KR6 w"
    """
    from overthink.games.cache import folder, is_kept
    from overthink.games.chess.endgame import ChessEndgame
    from overthink.games.chess.table import endgame as table_of

    game = ChessEndgame(name)
    position = game.position(" ".join(fen)) if fen else None
    with progress("A table that is finished is kept.") as show, at_most(jobs):
        table = table_of(name, show)
    place = folder() if is_kept(f"endgame-{game.name}") else None
    if as_json:
        about = {"endgame": game.name, "longest_mate_plies": table.longest, "kept_in": place and str(place)}
        print_json(about | ({} if position is None else answer(table, position)))
        return
    if position is None:
        plies = table.longest
        kept = f"Kept in {place}." if place else f"The table could not be kept in {folder()}."
        click.echo(f"{game.name}: the longest mate takes {(plies + 1) // 2} moves ({plies} plies). {kept}")
        return
    click.echo(game.text(position))
    click.echo(outcome(table, position))


def answer(table: EndgameTable, position: int) -> Fields:
    """How a position ends, for programs: the value to White, plies to mate or null, and the best moves."""
    return {
        "position": table.game.fen(position),
        "value": table.value(position),
        "plies_to_mate": table.distance(position),
        "best_moves": table.best_moves(position),
        "outcome": outcome(table, position),
    }


def outcome(table: EndgameTable, position: int) -> str:
    """How a position ends if both sides play their best, and the moves that are best."""
    moves = ", ".join(table.best_moves(position))
    plies = table.distance(position)
    mover, other = ("White", "Black")[:: table.game.mover(position)]
    if not moves:
        return f"{mover} is mated." if plies == 0 else "A draw: the game is over."
    if plies is None:
        return f"A draw. Best: {moves}."
    winner = mover if plies % 2 else other
    length = f"{(plies + 1) // 2} moves ({plies} plies)" if plies > 2 else "1 move"
    return f"{winner} mates in {length}. Best: {moves}."
