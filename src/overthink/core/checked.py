"""What a user's game and evaluator hand over, checked: one sentence for what is wrong, instead of a deep traceback.

The kernels of a user's game are checked before they are compiled: compiled code could not refuse a bad answer.
"""

from __future__ import annotations

import copy
import math
import operator
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import CO_COROUTINE, iscoroutinefunction
from itertools import islice
from types import CoroutineType, ModuleType
from typing import Any, NoReturn
from weakref import WeakValueDictionary

import numpy as np

from overthink.core.bind import AnyKernel
from overthink.core.errors import FAILURES as FAILURES
from overthink.core.errors import (
    ChangedError,
    OverthinkError,
    Unchecked,
    as_sentence,
    ask,
    parse_whole,
    refuse,
    refuse_async,
    require,
    shown,
)
from overthink.core.game import ADDRESS, NO_START, Game, KernelGame
from overthink.core.kinds import Column, Move, Progress, State
from overthink.core.tree import DEEPEST as DEEPEST
from overthink.core.tree import check_error

METHODS = ("mover", "moves", "play", "utility")
MOST_MOVES = 100_000  # in one position
LISTS = {list, tuple, range}  # known to be sequences: no further questions
MOVES_TRIED = 4  # moves that are played, and how often each
SUM_TOLERANCE = 1e-9  # how far from 1 the sum of probabilities may be, for rounding
KERNELS = ("count", "child", "mover", "utility")
PLIES_FOLLOWED, LINES_FOLLOWED = 8, 8  # of a game that are looked at
MOST_PARTS = 2_000  # of a position that are compared; a larger one, such as a node of a graph, is not copied
FIXED = {int, float, bool, str, bytes, complex, type(None)}
FROZEN = {tuple, frozenset}
BATCH_POSITIONS = 4_096  # positions that an evaluator of many is given at once
GLANCE_SECONDS = 0.02  # of processor time, after which a game is not followed further: a busy machine looks as far
GLANCE_WAITS = 50.0  # times that, by the clock: a game may wait for something


def parse_depth(depth: object) -> int:
    """A number of plies to look ahead."""
    return parse_whole("A depth", depth, 1, DEEPEST)


def parse_depths(depths: Unchecked, fewest: int = 1) -> list[int]:
    """Depths to compare, each once, in rising order."""
    require(isinstance(depths, Iterable), "Give a list of depths, such as (1, 2, 3), not {}.", depths)
    wanted = sorted({parse_depth(depth) for depth in islice(depths, 10 * DEEPEST)})
    require(len(wanted) >= fewest, f"Give at least {('one depth', 'two depths')[fewest - 1]}.")
    return wanted


def check_kind(game: object) -> None:
    """Refuses what is not a game."""
    require(not isinstance(game, type), f"Give a game, {getattr(game, '__name__', '')}(), not its class.")
    require(game is not None and not isinstance(game, str | bytes | int | float), "Give a game, not {}.", game)
    late = [name for name in (*METHODS, "outcomes", "cost") if _is_async(getattr(game, name, None))]
    require(not late, f"{''.join(late[:1])}() of the game is async. Write it with def alone.")
    missing = "".join([name for name in METHODS if not callable(getattr(game, name, None))][:1])
    require(not missing, f"A game needs the methods {', '.join(METHODS)}; {type(game).__name__} has no {missing}.")
    if isinstance(game, KernelGame):
        check_kernels(game)


def _is_async(method: object) -> bool:
    code = getattr(method, "__code__", None)  # asked first, because `inspect` takes ten times as long
    return bool(code.co_flags & CO_COROUTINE) if code else method is not None and iscoroutinefunction(method)


def check_game(game: Game[State], state: State, evaluate: Callable[[State], object] | None = None) -> None:
    """Refuses what is not a game, moves that occur twice, and functions that change the state they are given: a game is
    followed for a few plies once for each kind of state and each evaluator."""
    check_kind(game)
    place = id(game), type(state), getattr(evaluate, "__code__", None)
    if _SEEN.get(place) is not game:
        _check_changes(game, state, evaluate)
        check_repeatable(game, state)
        with suppress(TypeError):  # it cannot be referred to, so it is followed each time
            _SEEN[place] = game
    moves = moves_of(game, state)
    again = _first_repeated(moves)
    require(not again, "moves() gave {} twice for the position {}. Give each move once.", *again, state)
    if len(moves):
        play_of(game, state, moves[0])


def _glance() -> Callable[[], bool]:
    """Whether a game has been followed for long enough from now on."""
    own, clock = time.process_time() + GLANCE_SECONDS, time.monotonic() + GLANCE_WAITS * GLANCE_SECONDS
    return lambda: time.process_time() > own or time.monotonic() > clock


def _check_changes(game: Game[State], state: State, evaluate: Callable[[State], object] | None) -> None:
    """Refuses functions that change the state they are given. They are asked about a copy of it."""
    is_over = _glance()
    for _ in range(PLIES_FOLLOWED):
        mine = copy_of(state, game)
        who, after = _changed_by(game, mine, evaluate)
        if who is None and mine is not state:  # it failed, such as a game that knows its positions by their identity
            who, after = _changed_by(game, state, evaluate)
        if who:
            refuse_change(who)
        if after is None or is_over():
            break
        state = after


def _changed_by(game: Any, state: State, evaluate: Callable[[State], object] | None) -> tuple[str | None, State]:
    """The function that changes a position, if there is one, and a position after it. What only fills a cache does not
    change it: nothing more happens the next time, and the moves are the same."""
    before, fixed = parts_of(state, game)
    try:
        if fixed:
            moves = moves_of(game, state)
            return "", game.play(state, moves[-1]) if len(moves) else None
        moves = list(moves_of(game, state))
        side = _mover(game, state)
        after = None
        asked: list[tuple[str, Callable[[], object]]] = [("mover() or moves()", lambda: None)]
        asked += [
            ("play()", partial(game.play, state, move))
            for move in moves[:: max(1, len(moves) // MOVES_TRIED)][:MOVES_TRIED]
        ]
        asked += [("The evaluator", partial(evaluate, state))] if evaluate else []
        for who, function in asked:
            answer = function()
            now = parts_of(state, game)[0]
            if now != before:
                plain = type(state).__module__ == "builtins" or answer is state
                if plain or function() is state or parts_of(state, game)[0] != now:
                    return who, None
                if list(moves_of(game, state)) != moves or _mover(game, state) != side:
                    return who, None
                before = now
            after = answer if who == "play()" else after
        return "", after
    except FAILURES:
        return None, None


def parts_of(thing: object, *outside: object) -> tuple[list[object], bool]:
    """What a thing is made of, part by part, and whether it consists of numbers, texts and tuples, which cannot change.
    What is outside, such as the game that a position belongs to, is not looked into."""
    if thing.__class__ in FIXED:
        return [thing], True
    parts = list[object]()
    stack = [thing]
    fixed = True
    seen = {id(each): (place, each) for place, each in enumerate(outside)}  # held, so that no id is used twice
    while stack and len(parts) < MOST_PARTS:
        item: Any = stack.pop()
        kind = item.__class__
        if kind in FIXED or isinstance(item, type | ModuleType) or callable(item):
            parts.append(kind if callable(item) and kind is not type else item)  # a new closure is not a new position
            continue
        if id(item) in seen:
            parts.append(seen[id(item)][0])
            continue
        seen[id(item)] = len(seen), item
        fixed = fixed and kind in FROZEN
        inside = list(item) if kind in FROZEN else _inside(item)
        parts += [kind, len(inside)]
        stack += inside
    return parts, fixed and not stack


def _inside(item: object) -> list[object]:
    if isinstance(item, np.ndarray | np.generic) and not item.dtype.hasobject:
        return [item.shape, item.tobytes()]
    if isinstance(item, bytearray):
        return [bytes(item)]
    own = [getattr(item, name, None) for kind in type(item).__mro__ for name in _slots(kind)]
    own += vars(item).values() if hasattr(item, "__dict__") else ()
    if isinstance(item, Mapping):
        return [*own, *item.keys(), *item.values()]
    if isinstance(item, list | tuple | set | frozenset | deque):
        return [*own, *item]
    try:
        return own or [ADDRESS.sub("", repr(item))]
    except Exception:  # its own __repr__ fails
        return own


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def copy_of(state: object, *outside: object) -> Any:
    """A copy of a position that shares nothing with it but what is outside; the position itself if it cannot change, is
    too large or cannot be copied."""
    parts, fixed = parts_of(state, *outside)
    if fixed or len(parts) >= MOST_PARTS:
        return state
    try:
        return copy.deepcopy(state, {id(thing): thing for thing in outside})
    except FAILURES:
        return state


def refuse_change(who: str) -> NoReturn:
    """Raise the error for a function that changed a position."""
    new = " and return a new one" if who == "play()" else ""
    raise ChangedError(f"{who} changed the state it was given; it must leave it alone{new}.")


def check_repeatable(game: Game[State], state: State) -> None:
    """Refuses `moves` and a `play` that draw random numbers: the game would be another one in each search."""
    is_over = _glance()
    advice = "Where chance decides, mover() is 0, and outcomes(state) gives the probabilities."
    first, again = moves_of(game, state), moves_of(game, state)
    same = parts_of(list(first)) == parts_of(list(again))
    require(same, f"moves() gave different moves for {{}} when it was asked again. {advice}", state)
    for move in first[:MOVES_TRIED]:
        after, *others = (parts_of(play_of(game, state, move), game)[0] for _ in range(MOVES_TRIED))
        same = all(after == other for other in others)
        require(same, f"play() with the move {{}} gave different positions for {{}}. {advice}", move, state)
        if is_over():
            break


def _first_repeated(moves: Sequence[Move]) -> list[Move]:
    """The first move that occurs twice, if there is one."""
    if isinstance(moves, range):
        return []
    with suppress(TypeError):  # moves that cannot be hashed
        if len(set(moves)) == len(moves):
            return []
    with as_sentence("The moves cannot be compared ({}). Use numbers, texts or tuples as moves.", ValueError):
        return [move for number, move in enumerate(moves) if move in moves[:number]][:1]


def start_of(game: Unchecked) -> State:
    """The position that a game begins with."""
    check_kind(game)
    require(hasattr(game, "initial"), NO_START)
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
    require(isinstance(moves, Sequence), "moves() gave {} for the position {}; it must give a list.", moves, state)
    require(len(moves) <= MOST_MOVES, f"moves() gave more than {MOST_MOVES:,} moves for the position {{}}.", state)
    return moves


def play_of(game: Game[State], state: State, move: Move) -> State:
    """The position after a move."""
    try:
        after = game.play(state, move)
    except FAILURES as exc:
        refuse("play()", exc, state, move)
    if after is state:
        _check_pass(game, state, move)
    return after


def _check_pass(game: Game[State], state: State, move: Move) -> None:
    """Refuses a move that changed a position and gave it back. One that leads back to the same position does not change
    it when it is made again."""
    before, fixed = parts_of(state, game)
    if not fixed:
        ask("play()", game.play, state, move)
        if parts_of(state, game)[0] != before:
            refuse_change("play()")


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
    fits = isinstance(mover, int | float) and not isinstance(mover, bool) and mover in (1, -1, 0)
    require(fits, "mover() gave {} for the position {}; it is +1 (Max), -1 (Min) or 0 (chance).", mover, state)
    known = mover != 0 or hasattr(game, "outcomes")
    require(known, "Chance moves in the position {}, and the game has no outcomes(state) to say how.", state)
    return int(mover)


def _mover(game: Game[State], state: State) -> Unchecked:
    try:
        mover: Unchecked = game.mover(state)
    except FAILURES as exc:
        refuse("mover()", exc, state)
    return mover.item() if mover.__class__ is not int and getattr(mover, "ndim", 1) == 0 else mover


def is_chance(game: Game[State], state: State) -> bool:
    """Whether chance moves in a position."""
    return hasattr(game, "outcomes") and bool(_mover(game, state) == 0)


def outcomes_of(game: Unchecked, state: State) -> list[tuple[Move, float]]:
    """The outcomes of chance and their probabilities, those that cannot happen left out."""
    given = ask("outcomes()", lambda _: list(islice(game.outcomes(state), MOST_MOVES + 1)), state)
    try:
        outcomes = [(move, float(probability)) for move, probability in given]
    except (TypeError, ValueError, OverflowError):
        pairs = "it must give pairs of a move and its probability"
        raise OverthinkError(f"outcomes() gave {shown(given)} for the position {shown(state)}; {pairs}.") from None
    check_chances([probability for _, probability in outcomes], f"in the position {shown(state)}")
    return [(move, probability) for move, probability in outcomes if probability > 0.0]


def check_chances(chances: Sequence[float], where: str) -> None:
    """Refuses numbers that are not the probabilities of all that may happen."""
    total = math.fsum(chances)
    fits = abs(total - 1.0) <= SUM_TOLERANCE and all(chance >= 0.0 for chance in chances)
    require(fits, f"The probabilities of chance {where} sum to {total:g}; none may be negative, and the sum must be 1.")


def expected(chances: Iterable[float], values: Iterable[float]) -> float:
    """The mean of values over the outcomes of chance, rounded once: the same in any order and on every Python, whose
    `sum` adds floats in one way up to 3.11 and in another from 3.12 on."""
    return math.fsum(map(operator.mul, chances, values))


def check_state(state: State) -> None:
    """Refuses a position that cannot be looked up."""
    try:
        hash(state)
    except Exception:  # it has no hash, or its own fails
        kind = "tuple" if isinstance(state, list) else "tuple of its items"
        holds = "holds something" if isinstance(state, tuple) else f"is a {type(state).__name__},"
        advice = "tuples inside it" if isinstance(state, tuple) else f"a {kind} or another type that can be hashed"
        raise OverthinkError(f"The position {shown(state)} {holds} which cannot be looked up. Use {advice}.") from None


def number_of(value: Unchecked, who: str, state: State) -> float:
    """What an evaluator or a utility gave, as a number."""
    if value.__class__ is float and -math.inf < value < math.inf:
        return float(value)
    try:
        number = math.nan if isinstance(value, str | bytes) else float(value)
    except Exception as exc:  # not a number, or one beyond all floats
        number = math.inf if isinstance(exc, OverflowError) else math.nan
    if value.__class__ is CoroutineType:
        refuse_async(who)
    if not math.isfinite(number):
        finite = "finite number, such as 1000 for a sure win" if math.isinf(number) else "number"
        require(False, f"{who} gave {{}} for the position {{}}; it must give a {finite}.", value, state)
    return number


def evaluation_of(evaluate: Callable[[State], object], error: float, state: State) -> tuple[float, float]:
    """An evaluator's value of a position and the probability that it is wrong: `error`, if it states none."""
    try:
        answer = evaluate(state)
    except FAILURES as exc:
        refuse("The evaluator", exc, state)
    return opinion_of(answer, error, state)


def evaluations_of(
    evaluate: Unchecked, error: float, states: Sequence[State], tell: Progress | None = None
) -> tuple[Column, Column]:
    """An evaluator's values of positions, and the probabilities that they are wrong: as `evaluation_of` gives them one
    by one. One that offers `many(states)` is given BATCH_POSITIONS of them at a time."""
    values, errors = np.empty(len(states)), np.empty(len(states))
    for begin in range(0, len(states), BATCH_POSITIONS):
        part = states[begin : begin + BATCH_POSITIONS]
        here = slice(begin, begin + BATCH_POSITIONS)
        if callable(getattr(evaluate, "many", None)):
            values[here], errors[here] = many_of(evaluate, error, part)
        else:
            for n, state in enumerate(part, begin):
                values[n], errors[n] = evaluation_of(evaluate, error, state)
        if tell:
            tell("evaluating positions", min(1.0, (begin + BATCH_POSITIONS) / len(states)))
    return values, errors


def many_of(evaluate: Unchecked, error: float, states: Sequence[State]) -> tuple[Column, Column]:
    """What `many` gave for these positions, checked: values, or rows of a value and the probability that it is
    wrong."""
    try:
        answers = evaluate.many(states)
    except FAILURES as exc:
        refuse("many()", exc, states[0])
    try:
        numbers = np.asarray(answers, np.float64)
    except Exception:  # rows of several lengths, texts, or an array of another library that keeps its own
        raise OverthinkError(f"many() gave {shown(answers)}; it must give an array of numbers.") from None
    fits = numbers.shape in ((len(states),), (len(states), 2))
    require(
        fits,
        f"many() gave numbers of the shape {numbers.shape} for {len(states)} positions; it must give ({len(states)},), "
        f"or ({len(states)}, 2) for values and their errors.",
    )
    rows = numbers.reshape(len(states), -1)
    if not np.isfinite(rows).all():
        n, column = np.argwhere(~np.isfinite(rows))[0]
        number_of(float(rows[n, column]), "many()", states[n])
    if numbers.ndim == 1:
        return numbers, np.full(len(states), error)
    check_error(rows[:, 1])
    return rows[:, 0], rows[:, 1]


def opinion_of(answer: object, error: float, state: State) -> tuple[float, float]:
    """What an evaluator gave: a value, or a value and the probability that it is wrong."""
    if answer.__class__ is float and -math.inf < answer < math.inf and 0.0 <= error <= 0.5:
        return answer, error
    value, wrong = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, error)
    value, wrong = number_of(value, "The evaluator", state), number_of(wrong, "The evaluator", state)
    if not 0.0 <= wrong <= 0.5:
        check_error(wrong)
    return value, wrong


def check_kernels(game: KernelGame) -> None:
    """Refuses a game that lacks a kernel or the context."""
    kernels = getattr(game, "kernels", None)
    name = type(game).__name__
    kernels = kernels if isinstance(kernels, dict) else {}
    missing = "".join([word for word in KERNELS if word not in kernels][:1])
    require(not missing, f"A kernel game needs the kernels {', '.join(KERNELS)}; {name} has no {missing}.")
    plain = "".join([word for word, kernel in kernels.items() if not hasattr(kernel, "interpreted")][:1])
    require(not plain, f"The kernel '{plain}' of {name} is a plain function. Put @ot.kernel above it.")
    given = hasattr(game, "context")
    require(given, f"A kernel game needs a context; {name} has none. Write context = 0 if it needs nothing.")


def walk(game: KernelGame, state: State, static: AnyKernel | None = None, tables: object = None) -> None:
    """Follows moves of a game for a few plies, interpreted, and refuses answers without a meaning, also of an
    evaluator, whose kernel reads `tables`. Games with the same kernels are walked through once; those of others, and
    their evaluators, further."""
    kernels = getattr(game, "kernels", {})
    check_form(game, state)
    if (*map(kernels.get, KERNELS), static) in _WALKED:
        return
    check_kernels(game)
    rules = tuple(kernels[word] for word in KERNELS)
    count, child, mover, utility = (kernel.interpreted for kernel in rules)
    ours = all(kernel.ours for kernel in (*rules, *([static] if static else [])))

    def look(here: State, line: int) -> tuple[Any, Any, Any, State]:
        with np.errstate(all="ignore"):  # hashes wrap
            moves = count(game.context, here)
            after = child(game.context, here, line % moves) if moves > 0 else here
            value = static.interpreted(tables, here) if static and moves > 0 else 0.0
            return moves, mover(game.context, here), utility(game.context, here) if moves == 0 else value, after

    for line in range(1 if ours else LINES_FOLLOWED):
        here = state
        for ply in range(PLIES_FOLLOWED * (1 if ours else LINES_FOLLOWED)):
            moves, side, value, after = ask(f"A kernel of {type(game).__name__}", look, here, line * (ply + 1))
            require(moves >= 0, "count() gave {} for the position {}; it is 0 where the game is over.", moves, here)
            require(side in (1, -1, 0), "mover() gave {} for the position {}; it is +1, -1 or 0.", side, here)
            number_of(value, "The evaluator" if moves else "utility()", here)
            if moves == 0:
                break
            here = after
    if game.compiled and not ours and count(game.context, state):
        after = ask(f"A kernel of {type(game).__name__}", rules[1], game.context, state, 0)
        kept = _form(after) == _form(state)
        advice = "Compiled positions keep their types: write 0.0 where a part may be 0.5, and int(…) where it may not."
        require(kept, f"child() makes {shown(after)} of the position {shown(state)}. {advice}")
    _WALKED.add((*rules, static))


def check_form(game: KernelGame, state: State) -> None:
    """Refuses a position of another form than the first one of its game: compiled code would read beyond it."""
    kernel = getattr(game, "kernels", {}).get("count")
    if kernel not in _FORMS:
        try:
            _FORMS[kernel] = _form(game.initial())
        except Exception:  # it has none
            _FORMS[kernel] = None
    if _FORMS[kernel] not in (None, _form(state)):
        where = f"a position of {type(game).__name__}"
        raise OverthinkError(f"{shown(state)} is not {where}, such as {shown(game.initial())}.")
    game.check(state)


def _form(state: State) -> object:
    if isinstance(state, tuple):
        return tuple(map(_form, state))
    if isinstance(state, float | np.floating):
        return "real"
    return "whole" if isinstance(state, int | np.number | np.bool) else type(state)


_FORMS: dict[object, object] = {}  # by the kernel that counts moves
_SEEN = WeakValueDictionary[tuple[object, ...], Any]()  # games that were followed
_WALKED = set[tuple[AnyKernel | None, ...]]()  # the kernels of games that were walked through, with their evaluators
