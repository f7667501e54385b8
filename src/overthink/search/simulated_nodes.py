"""How UCT keeps its tree: columns with a row for each node, and the words with which `simulate` reads and writes them.

The children of a node lie side by side, and have higher numbers than their parent; the root is row 0. A GPU keeps its
trees in another way, and gives these words another meaning (`overthink.gpu.simulations`).
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, State

UNOPENED, OVER = 0, -1  # in place of the number of moves

# Of each node: its first child, its number of moves and who makes them; its visits and 1 / √visits; its value to Max;
# its own evaluation with its error; whether it is proven won (1) or lost (-1) for Max; its message, to Max.
Columns = tuple[Column, ...]
FIRST, MOVES, TURN, VISITS, SCARCITY, WORTH, OWN, ERRORS, PROVEN, MESSAGES = range(10)


@kernel
def look_up(game: Context, state: State, n: int, ply: int, columns: Columns) -> tuple[int, int, int, int]:
    """A node's first child, its number of moves and who makes them, and its visits; it is on the path, at this ply."""
    return int(columns[FIRST][n]), int(columns[MOVES][n]), int(columns[TURN][n]), int(columns[VISITS][n])


@kernel
def place_for(moves: int, used: int, columns: Columns) -> int:
    """The row of the first of so many new children, from row `used` on; -1 if there is no room."""
    return used if used + moves <= len(columns[FIRST]) else -1


@kernel
def open_up(n: int, kids: int, moves: int, me: int, columns: Columns) -> None:
    """Enter what `look_up` tells."""
    columns[FIRST][n], columns[MOVES][n], columns[TURN][n] = kids, moves, me


@kernel
def visits_of(n: int, ply: int, columns: Columns) -> int:
    """The visits of a node on the path, before this simulation."""
    return int(columns[VISITS][n])


@kernel
def worth_of(n: int, ply: int, columns: Columns) -> float:
    """The value of a node on the path, before this simulation."""
    return float(columns[WORTH][n])


@kernel
def scarcity_of(n: int, columns: Columns) -> float:
    """1 / √visits."""
    return float(columns[SCARCITY][n])


@kernel
def remember(n: int, own: float, error: float, columns: Columns) -> None:
    """Enter a leaf's own evaluation, to Max, and its error."""
    columns[OWN][n], columns[ERRORS][n] = own, error


@kernel
def recall(n: int, columns: Columns) -> tuple[float, float]:
    """A leaf's own evaluation and its error."""
    return float(columns[OWN][n]), float(columns[ERRORS][n])
