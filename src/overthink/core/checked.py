"""What a user's game and evaluator hand over, checked: one sentence for what is wrong, instead of a deep traceback.

The kernels of a user's game are checked before they are compiled: compiled code could not refuse a bad answer.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel
from overthink.core.errors import FAILURES as FAILURES
from overthink.core.errors import OverthinkError, ask, refuse, shown
from overthink.core.game import Game, KernelGame
from overthink.core.kinds import Move, State
from overthink.core.tree import checked_error

METHODS = ("mover", "moves", "play", "utility")
DEEPEST = 1_000
MOST_MOVES = 100_000  # in one position
LISTS = {list, tuple, range}  # known to be sequences: no further questions
TRIES = 4  # moves that are played, and how often each
CERTAIN = 1e-9  # how far from 1 the sum of probabilities may be, for rounding
KERNELS = ("count", "child", "mover", "utility")
PLIES = 8  # of a game of kernels that are looked at
NO_START = "The game has no initial() position; give the state to begin with."


def checked_depth(depth: Any) -> int:
    """A number of plies to look ahead."""
    if isinstance(depth, bool) or not hasattr(depth, "__index__"):
        raise OverthinkError(f"A depth is a whole number of plies, not {shown(depth)}.")
    if not 1 <= int(depth) <= DEEPEST:
        raise OverthinkError(f"A search looks from 1 to {DEEPEST:,} plies ahead; a depth of {shown(depth)} was given.")
    return int(depth)


def checked_kind(game: Game[State]) -> None:
    """Refuses what is not a game."""
    if isinstance(game, type):
        raise OverthinkError(f"Give a game, {game.__name__}(), not its class.")
    if game is None or isinstance(game, str | bytes | int | float):
        raise OverthinkError(f"Give a game, not {shown(game)}.")
    missing = [name for name in METHODS if not callable(getattr(game, name, None))]
    if missing:
        raise OverthinkError(
            f"A game needs the methods {', '.join(METHODS)}; {type(game).__name__} has no {missing[0]}."
        )
    if isinstance(game, KernelGame):
        check_kernels(game)


def checked_game(game: Game[State], state: State) -> None:
    """Refuses what is not a game, moves that occur twice, and a `play` that changes the state it is given."""
    checked_kind(game)
    before = _text(state)
    moves = moves_of(game, state)
    again = _first_repeated(moves)
    if again:
        move = shown(again[0])
        raise OverthinkError(f"moves() gave {move} twice for the position {shown(state)}. Give each move once.")
    if len(moves):
        play_of(game, state, moves[0])
        if _text(state) != before:
            raise OverthinkError("play() changed the state it was given; it must leave it alone and return a new one.")


def check_repeatable(game: Game[State], state: State) -> None:
    """Refuses a `play` that draws random numbers: the game would be another one in each search. Positions that can only
    be compared by identity are not looked at."""
    for move in moves_of(game, state)[:TRIES]:
        first, *others = (play_of(game, state, move) for _ in range(TRIES))
        if _comparable(first) and any(not _equal(first, other) for other in others):
            raise OverthinkError(
                f"play() with the move {shown(move)} gave different positions for {shown(state)}. Where "
                "chance decides, mover() is 0, and outcomes(state) gives the probabilities."
            )


def _comparable(thing: Any) -> bool:
    """Whether equal things of this kind need not be the same thing."""
    equal: Any = type(thing).__eq__
    return equal is not object.__eq__


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # such as arrays, which have many answers
        return True


def _text(state: State) -> str:
    try:
        return repr(state)
    except Exception:  # its own __repr__ fails
        return ""


def _first_repeated(moves: Sequence[Move]) -> list[Move]:
    """The first move that occurs twice, if there is one."""
    if isinstance(moves, range):
        return []
    try:
        if len(set(moves)) == len(moves):
            return []
    except TypeError:  # moves that cannot be hashed
        pass
    return [move for number, move in enumerate(moves) if move in moves[:number]][:1]


def start_of(game: Game[State]) -> State:
    """The position that a game begins with."""
    checked_kind(game)
    if not hasattr(game, "initial"):
        raise OverthinkError(NO_START)
    return ask("initial()", lambda _: game.initial(), "before the first move")


def moves_of(game: Game[State], state: State) -> Sequence[Move]:
    """The legal moves as a sequence; where chance moves, its outcomes."""
    if hasattr(game, "outcomes") and is_chance(game, state):
        return [move for move, _ in outcomes_of(game, state)]
    try:  # not by `ask`, which would take longer: this is asked for every node
        moves = game.moves(state)
    except FAILURES as exc:
        refuse("moves()", exc, state)
    if moves.__class__ not in LISTS and not isinstance(moves, Sequence) and isinstance(moves, Iterable):
        moves = ask("moves()", lambda _: list(islice(moves, MOST_MOVES + 1)), state)
    if moves.__class__ in LISTS and len(moves) <= MOST_MOVES:
        return moves
    if not isinstance(moves, Sequence):
        raise OverthinkError(f"moves() gave {shown(moves)} for the position {shown(state)}; it must give a list.")
    if len(moves) > MOST_MOVES:
        raise OverthinkError(f"moves() gave more than {MOST_MOVES:,} moves for the position {shown(state)}.")
    return moves


def play_of(game: Game[State], state: State, move: Move) -> State:
    """The position after a move."""
    try:
        return game.play(state, move)
    except FAILURES as exc:
        refuse("play()", exc, state, move)


def utility_of(game: Game[State], state: State, who: str = "utility()") -> float:
    """What a finished game is worth."""
    return number_of(ask(who, game.utility, state), who, state)


def cost_of(cost: Callable[..., Any] | None, state: State, move: Move) -> float:
    """The cost of a move; 0 where the game does not count costs."""
    return 0.0 if cost is None else number_of(ask("cost()", cost, state, move), "cost()", state)


def mover_of(game: Game[State], state: State) -> int:
    """The player to move; 0 where chance does."""
    mover = _mover(game, state)
    if mover.__class__ is int and (mover == 1 or mover == -1):
        return int(mover)
    number = isinstance(mover, int | float)
    if number and (mover in (1, -1) or (mover == 0 and hasattr(game, "outcomes"))):
        return int(mover)
    if number and mover == 0:
        raise OverthinkError(
            f"Chance moves in the position {shown(state)}, and the game has no outcomes(state) to say how."
        )
    raise OverthinkError(
        f"mover() gave {shown(mover)} for the position {shown(state)}; it is +1 (Max), -1 (Min) or 0 (chance)."
    )


def _mover(game: Game[State], state: State) -> Any:
    try:
        mover: Any = game.mover(state)
    except FAILURES as exc:
        refuse("mover()", exc, state)
    if mover.__class__ is int or not hasattr(mover, "item"):
        return mover
    return ask("mover()", lambda _: mover.item(), state)


def is_chance(game: Game[State], state: State) -> bool:
    """Whether chance moves in a position."""
    return hasattr(game, "outcomes") and bool(_mover(game, state) == 0)


def outcomes_of(game: Any, state: State) -> list[tuple[Move, float]]:
    """The outcomes of chance and their probabilities, those that cannot happen left out."""
    given = ask("outcomes()", lambda _: list(islice(game.outcomes(state), MOST_MOVES + 1)), state)
    try:
        outcomes = [(move, float(probability)) for move, probability in given]
    except (TypeError, ValueError, OverflowError):
        raise OverthinkError(
            f"outcomes() gave {shown(given)} for the position {shown(state)}; it must give pairs of a move and its "
            "probability."
        ) from None
    total = math.fsum(probability for _, probability in outcomes)
    if not abs(total - 1.0) <= CERTAIN or any(not probability >= 0.0 for _, probability in outcomes):
        raise OverthinkError(
            f"The probabilities of the outcomes in the position {shown(state)} sum to {total:g}; none may be negative, "
            "and they must sum to 1."
        )
    return [(move, probability) for move, probability in outcomes if probability > 0.0]


def expected(chances: Iterable[float], values: Iterable[float]) -> float:
    """The mean of values over the outcomes of chance, rounded once: the same in any order and on every Python, whose
    `sum` adds floats in one way up to 3.11 and in another from 3.12 on."""
    return math.fsum(map(operator.mul, chances, values))


def number_of(value: Any, who: str, state: State) -> float:
    """What an evaluator or a utility gave, as a number."""
    if value.__class__ is float and value == value:
        return float(value)
    try:
        number = math.nan if isinstance(value, str | bytes) else float(value)
    except Exception:  # not a number, or one beyond all floats
        number = math.nan
    if math.isnan(number):
        raise OverthinkError(f"{who} gave {shown(value)} for the position {shown(state)}; it must give a number.")
    return number


def evaluation_of(evaluate: Callable[[State], object], error: float, state: State) -> tuple[float, float]:
    """An evaluator's value of a position and the probability that it is wrong: `error`, if it states none."""
    try:
        answer = evaluate(state)
    except FAILURES as exc:
        refuse("The evaluator", exc, state)
    return opinion_of(answer, error, state)


def opinion_of(answer: Any, error: float, state: State) -> tuple[float, float]:
    """What an evaluator gave: a value, or a value and the probability that it is wrong."""
    if answer.__class__ is float and answer == answer and 0.0 <= error <= 0.5:
        return answer, error
    value, wrong = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, error)
    value, wrong = number_of(value, "The evaluator", state), number_of(wrong, "The evaluator", state)
    return value, wrong if 0.0 <= wrong <= 0.5 else checked_error(wrong)


def check_kernels(game: KernelGame) -> None:
    """Refuses a game that lacks a kernel or the context."""
    kernels, name = getattr(game, "kernels", None), type(game).__name__
    lacking = [word for word in KERNELS if word not in kernels] if isinstance(kernels, dict) else ["kernels"]
    if lacking or kernels is None:
        raise OverthinkError(f"A kernel game needs the kernels {', '.join(KERNELS)}; {name} has no {lacking[0]}.")
    plain = [word for word, kernel in kernels.items() if not hasattr(kernel, "interpreted")]
    if plain:
        raise OverthinkError(f"The kernel '{plain[0]}' of {name} is a plain function. Put @ot.kernel above it.")
    if not hasattr(game, "context"):
        raise OverthinkError(f"A kernel game needs a context; {name} has none. Write context = 0 if it needs nothing.")


def walk(game: KernelGame, state: State) -> None:
    """Follows the first moves of a game for a few plies, interpreted, and refuses answers without a meaning. Games with
    the same kernels are walked through once."""
    kernels = getattr(game, "kernels", {})
    if tuple(map(kernels.get, KERNELS)) in _WALKED:
        return
    check_kernels(game)
    rules = tuple(kernels[word] for word in KERNELS)
    count, child, mover, _ = (kernel.interpreted for kernel in rules)

    def look(here: State) -> tuple[Any, Any, State]:
        with np.errstate(all="ignore"):  # hashes wrap
            moves = count(game.context, here)
            return moves, mover(game.context, here), child(game.context, here, 0) if moves > 0 else here

    for _ in range(PLIES):
        moves, side, after = ask(f"A kernel of {type(game).__name__}", look, state)
        if moves < 0:
            raise OverthinkError(
                f"count() gave {shown(moves)} for the position {shown(state)}; at the end of a game it is 0."
            )
        if side not in (1, -1, 0):
            raise OverthinkError(f"mover() gave {shown(side)} for the position {shown(state)}; it is +1, -1 or 0.")
        if moves == 0:
            break
        state = after
    _WALKED.add(rules)


_WALKED = set[tuple[AnyKernel, ...]]()  # the kernels of games that were walked through
