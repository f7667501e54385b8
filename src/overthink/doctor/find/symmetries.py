"""Symmetries of a game, found from its own moves.

A state is often a tuple, with a board of cells in it: candidates turn or mirror the board, exchange two parts of the
state, and swap the colours. A candidate is a symmetry if in many positions the images of what the moves lead to are
what the moves of the image lead to, three plies far, and finished games have the same result, to the other player if
colours are swapped. So a game whose end is never seen has none: a turned board of a sliding puzzle has the same moves,
and another way to the goal. A game may also name a symmetry itself, by a method `mirror(state)`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import Any

from overthink.core.arithmetic import seed_key
from overthink.core.checked import is_chance, mover_of, moves_of, outcomes_of, play_of, utility_of
from overthink.core.game import KernelGame
from overthink.doctor.ask.examine import TimeIsOver, alarm
from overthink.doctor.ask.positions import random_end
from overthink.doctor.record import AnyGame, State
from overthink.doctor.truths import spread
from overthink.games.planes import PlaneGame

TESTED = 16  # positions in which a symmetry must hold; it takes longer
FEWEST_CELLS = 4  # of a board; a row of five would not be mirrored
MOST_PARTS = 6  # of a state that is not a board; with twelve, 4,096 choices of parts are tried
LONGEST = 20.0  # seconds in which a candidate is tested; a game without an end takes as long for each
FOLLOWED = 3  # moves after which a symmetry must hold, too; it takes eight times as long
LETTERS = str.maketrans("XOxoBWbw12", "OXoxWBwb21")
CHANGES: tuple[Mapping[int, int] | None, ...] = (None, {1: 2, 2: 1}, {0: 1, 1: 0})  # None: the sign
Image = Callable[[Any], Any]


@dataclass(frozen=True)
class Symmetry:
    """The image of a state, and whether the players have changed places in it."""

    name: str
    image: Callable[[State], State]
    swaps: bool


def symmetries_of(game: AnyGame, every: Sequence[State]) -> list[Symmetry]:
    """The symmetries that hold in some of the positions, each once. There is one position at least."""
    states = spread(every, TESTED)
    ends = {random_end(game, state, seed_key("end", n))[1] for n, state in enumerate(states)} - {None}
    symmetries = list[Symmetry]()
    images = {tuple(states)}
    with suppress(TimeIsOver):  # of a position that is none, a game may say nothing for ever: then no more are tried
        for (name, image), swaps in product(candidates(game, every), (False, True)):
            with suppress(Exception), alarm(time.monotonic() + LONGEST):  # the game does not know such a position
                if not _holds(game, image, swaps, states[0]):
                    continue
                imaged = tuple(map(image, states))
                if ends and imaged not in images and all(_holds(game, image, swaps, s) for s in (*ends, *states)):
                    images.add(imaged)
                    full_name = f"{name}, with the players' places changed" if swaps else name
                    symmetries.append(Symmetry(full_name, image, swaps))
    return symmetries


def _holds(game: AnyGame, image: Image, swaps: bool, state: State, plies: int = 2) -> bool:
    """Whether what the moves lead to has the images that the moves of the image lead to, some plies far. A move in two
    parts, such as one and a roll of dice, shows its effect only then."""
    turn = -1 if swaps else 1
    other = image(state)
    moves = moves_of(game, state)
    if len(moves) != len(moves_of(game, other)) or mover_of(game, other) != turn * mover_of(game, state):
        return False
    if not len(moves):
        return utility_of(game, other) == turn * utility_of(game, state)
    after = _after(game, state)
    if {image(each): chance for each, chance in after.items()} != _after(game, other):
        return False
    return not plies or all(_holds(game, image, swaps, each, plies - 1) for each in spread(list(after), FOLLOWED))


def _after(game: AnyGame, state: State) -> dict[State, float]:
    """What the moves lead to; with its probability, if chance moves."""
    moves = outcomes_of(game, state) if is_chance(game, state) else [(move, 1.0) for move in moves_of(game, state)]
    return {play_of(game, state, move): chance for move, chance in moves}


def candidates(game: AnyGame, states: Sequence[State]) -> Iterator[tuple[str, Image]]:
    """What may be a symmetry: the game's own mirror, then pairs of a change of place and a change of colour."""
    mirrors = [("mirrored", game.mirror)] if hasattr(game, "mirror") else []
    yield from mirrors
    first = states[0]
    if isinstance(game, KernelGame):  # compiled code trusts its states: nothing may arise that is no position
        changes = _other_player(game, states) if isinstance(game, PlaneGame) else ()
        for (name, place), change in product([("as it is", _same), *mirrors], changes):
            yield name, partial(_both, place, change)
        return
    if not isinstance(first, tuple | str) or len(first) == 0:
        return
    places, colours = [("as it is", _same), *_places(states)], [("", _same), *_colours(states)]
    for (name, place), (colour, change) in product(places, colours):
        if place is not _same or change is not _same:
            yield f"{name}{colour}", partial(_both, place, change)


def _other_player(game: AnyGame, states: Sequence[Any]) -> Iterator[Image]:
    """The other player to move, where a part of the state says who moves; with the boards as they are (those of who
    moves and of the other), exchanged (those of Max and of Min), or exchanged with what each player has won so far."""
    movers = [mover_of(game, state) for state in states]
    at = next((k for k in range(len(states[0])) if [state[k] for state in states] == movers), None)
    for order in ((0, 1), (1, 0), (1, 0, 3, 2)):
        if at is not None and len(order) <= at:
            exchanged = partial(_ordered, (*order, *range(len(order), len(states[0]))))
            yield partial(_both, exchanged, partial(_in_some, (at,), int.__neg__))


def _same(state: Any) -> Any:
    return state


def _made(like: Any, parts: Sequence[Any]) -> Any:
    """A sequence of the same kind."""
    if isinstance(like, str):
        return "".join(parts)
    return type(like)(*parts) if hasattr(like, "_fields") else type(like)(parts)


def _both(place: Image, change: Image, state: Any) -> Any:
    return change(place(state))


def _ordered(order: Sequence[int], parts: Any) -> Any:
    return _made(parts, [parts[k] for k in order])


def _bits(order: Sequence[int], board: int) -> int:
    return sum((board >> k & 1) << n for n, k in enumerate(order))


def _in_some(chosen: Sequence[int], change: Image, state: Any) -> Any:
    return _made(state, [change(part) if n in chosen else part for n, part in enumerate(state)])


def _at(index: int, change: Image) -> Image:
    """The state with one part changed; the whole state for -1."""
    if index < 0:
        return change
    return partial(_in_some, (index,), change)


def _places(states: Sequence[Any]) -> Iterator[tuple[str, Image]]:
    """Boards turned and mirrored, and parts of the state exchanged."""
    first = states[0]
    for index, part in [(-1, first), *enumerate(first if isinstance(first, tuple) else ())]:
        if isinstance(part, int) and not isinstance(part, bool) and part >= 0 and index >= 0:  # a board of bits
            cells = max(int(state[index]).bit_length() for state in states)
            for name, order in _orders(cells):
                yield name, _at(index, partial(_bits, order))
        elif isinstance(part, tuple | str) and len(part) >= FEWEST_CELLS:
            nested = isinstance(part, tuple) and all(isinstance(row, tuple | str) for row in part)
            if nested and index < 0 and len({len(row) for row in part}) > 1:
                continue
            for name, order in [] if nested else _orders(len(part)):
                yield name, _at(index, partial(_ordered, order))
        if isinstance(part, tuple) and len(part) > 1 and all(isinstance(row, tuple | str) for row in part):
            yield "mirrored", _at(index, lambda rows: _made(rows, [row[::-1] for row in rows]))
            yield "upside down", _at(index, lambda rows: _made(rows, rows[::-1]))
            yield "turned round", _at(index, lambda rows: _made(rows, [row[::-1] for row in rows[::-1]]))
            yield (
                "mirrored along the diagonal",
                _at(index, lambda rows: _made(rows, [_made(rows[0], cells) for cells in zip(*rows)])),
            )
    if isinstance(first, tuple) and len(first) <= MOST_PARTS:
        for a, b in combinations(range(len(first)), 2):
            if type(first[a]) is type(first[b]):
                order = [b if k == a else a if k == b else k for k in range(len(first))]
                yield f"parts {a + 1} and {b + 1} exchanged", partial(_ordered, order)


def _orders(cells: int) -> Iterator[tuple[str, list[int]]]:
    """The cells of a board of any shape, in another order."""
    for columns in (n for n in range(2, cells) if cells % n == 0):
        board = [list(range(row, row + columns)) for row in range(0, cells, columns)]
        yield "mirrored", [cell for row in board for cell in row[::-1]]
        yield "upside down", [cell for row in board[::-1] for cell in row]
        if columns * columns == cells:
            yield "mirrored along the diagonal", [row[k] for k in range(columns) for row in board]
            yield "turned by a quarter", [row[k] for k in range(columns) for row in board[::-1]]
    yield "turned round", list(range(cells))[::-1]
    yield "halves exchanged", [*range((cells + 1) // 2, cells), *range((cells + 1) // 2)]


def _colours(states: Sequence[Any]) -> Iterator[tuple[str, Image]]:
    """The colours swapped: signs, 1 and 2, 0 and 1, or letters; in the whole state, or in some parts of it. Only
    numbers that are seen in other positions arise, so that the game is not asked about a board of nonsense."""
    first = states[0]
    parts = range(len(first)) if isinstance(first, tuple) and len(first) <= MOST_PARTS else ()
    numbers = {n: {number for state in states for number in _numbers(state[n])} for n in parts}
    whole = {number for state in states for number in _numbers(state)}

    def allowed(change: Mapping[int, int] | None, seen: set[int]) -> bool:
        low = min(seen, default=0)
        high = max(seen, default=0)
        signs = low < 0 < high and high <= -2 * low and -low <= 2 * high  # not a count, with a -1 for something else
        return signs if change is None else seen <= {0, *change}

    def allowed_at_once(change: Mapping[int, int] | None) -> bool:
        if change is None and not parts:
            return {-number for number in whole} <= whole
        return allowed(change, whole) and all(allowed(change, seen) for seen in numbers.values() if any(seen))

    for change in CHANGES:

        def swap(part: Any, change: Mapping[int, int] | None = change) -> Any:
            if isinstance(part, str):
                return part.translate(LETTERS)
            if isinstance(part, tuple):
                return _made(part, [swap(each, change) for each in part])
            return part if not isinstance(part, int) else -part if change is None else change.get(part, part)

        if allowed_at_once(change):
            yield ", colours swapped", swap
        fine = [n for n in parts if allowed(change, numbers[n])]
        for chosen in (some for size in range(1, len(fine) + 1) for some in combinations(fine, size)):
            yield ", colours swapped", partial(_in_some, chosen, swap)
    if isinstance(first, str):
        yield ", letters exchanged", str.swapcase


def _numbers(part: Any) -> Iterator[int]:
    """All whole numbers in a part of a state."""
    if isinstance(part, tuple):
        for each in part:
            yield from _numbers(each)
    elif isinstance(part, int):
        yield part
