"""`overthink endgame`: a chess endgame, solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from overthink.cli import options
from overthink.cli.progress import progress
from overthink.core.threads import jobs as at_most

if TYPE_CHECKING:
    from overthink.games.chess_table import EndgameTable


@click.command()
@click.argument("name")
@click.argument("fen", nargs=-1, metavar="[FEN]")
@options.threads
def endgame(name: str, fen: tuple[str, ...], jobs: int | None) -> None:
    """Solve a chess endgame of up to four men, and answer for a position.

    NAME has White's men and then Black's: KRK, KBBK, KQKR. The table is made once and kept. FEN is a position of it.

    \b
    overthink endgame KQKR
    overthink endgame KRK "8/8/8/4k3/8/8/8/KR6 w"
    """
    from overthink.core.cache import folder
    from overthink.games import ChessEndgame
    from overthink.games import endgame as table_of

    game = ChessEndgame(name)
    position = game.position(" ".join(fen)) if fen else None
    with progress() as show, at_most(jobs):
        table = table_of(name, show)
    if position is None:
        plies = table.longest
        click.echo(f"{game.name}: the longest mate takes {(plies + 1) // 2} moves ({plies} plies). Kept in {folder()}.")
        return
    click.echo(game.text(position))
    click.echo(outcome(table, position))


def outcome(table: EndgameTable, position: int) -> str:
    """How a position ends if both sides play their best, and the moves that are best."""
    moves, plies = ", ".join(table.best_moves(position)), table.distance(position)
    mover, other = ("White", "Black")[:: table.game.mover(position)]
    if not moves:
        return f"{mover} is mated." if plies == 0 else "A draw: the game is over."
    if plies is None:
        return f"A draw. Best: {moves}."
    winner = mover if plies % 2 else other
    length = f"{(plies + 1) // 2} moves ({plies} plies)" if plies > 2 else "1 move"
    return f"{winner} mates in {length}. Best: {moves}."
