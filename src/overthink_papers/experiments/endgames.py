"""Chess endgames of which studies of several papers read every position."""

from functools import cache

from overthink.games.chess.table import EndgameSpace, EndgameTable, endgame


@cache
def space_of(name: str) -> tuple[EndgameTable, EndgameSpace]:
    """The table of an endgame, and all its positions as columns."""
    table = endgame(name)
    return table, table.state_space()
