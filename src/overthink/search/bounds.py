"""The public functions that prove what a position is worth, to within ε or exactly, with chance and without."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from overthink.core.arithmetic import slack_of, slack_of_sum
from overthink.core.bind import AnyKernel, StoppedError
from overthink.core.checked import DEEPEST, parse_depth
from overthink.core.decision import Limit
from overthink.core.errors import Unchecked, check_known, on_the_stack, parse_number, require
from overthink.core.game import Evaluate
from overthink.core.kinds import Context, Move, State
from overthink.core.plain import Fields, Result, Row, word
from overthink.core.processes import ctrl_c_waits
from overthink.core.tree import Tree, TreeOrGame
from overthink.search import chance as algorithm
from overthink.search.chance import expectimax as expectimax_kernel
from overthink.search.chance import star
from overthink.search.look import ENDLESS_NODES, check_opinions, check_value
from overthink.search.subjects.bind import chance_subject, has_chance
from overthink.search.subjects.played import PlayedGame, PlayedPosition
from overthink.search.subjects.subject import Subject, bind_words, ready
from overthink.search.subjects.tree import SMALL_TREE_NODES
from overthink.search.table import with_table


@dataclass(frozen=True)
class MoveBounds(Result):
    """What is proven of one move. One that was not looked at has the whole range."""

    move: Move  # the move
    low: float  # the value is at least this
    high: float  # the value is at most this


@dataclass(frozen=True, repr=False)
class Bounds(Result):
    """What is proven of the true value of a position, to Max.

    `moves`: those that the safe policy allows: the highest lower bound for Max, the lowest upper bound for Min; none
    where chance moves.

    >>> bounds = ot.bounded(ot.RandomTree(b=3, depth=3, p=0.8), epsilon=20, low=0, high=100)
    >>> print(f"[{bounds.low:.2f}, {bounds.high:.2f}] after {bounds.leaves} leaves")
    [43.47, 58.07] after 288 leaves
    """

    low: float  #: what the value is at least
    high: float  #: what it is at most
    moves: tuple[Move, ...]
    expanded: int  #: internal nodes
    leaves: int  #: nodes without moves below them
    options: tuple[MoveBounds, ...] = ()  #: every move, with its bounds
    opinions: bool = False  #: the search stops before the game is over: all this holds if the evaluator is right there

    @property
    def width(self) -> float:
        """How far apart the bounds are."""
        return self.high - self.low

    def rows(self) -> list[Row]:
        """A row for each move; `safe` are those that the safe policy allows. One row for a position without moves."""
        if not self.options:
            return [{"low": self.low, "high": self.high, "expanded": self.expanded, "leaves": self.leaves}]
        return [
            {"move": word(option.move), "low": option.low, "high": option.high, "safe": option.move in self.moves}
            for option in self.options
        ]

    def __repr__(self) -> str:
        return f"<Bounds: value in [{self.low:g}, {self.high:g}], {self.expanded + self.leaves:,} nodes>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import interval, table

        rows = self.rows()
        ends = min(row["low"] for row in rows), max(row["high"] for row in rows)

        def bar(row: Mapping[str, Any]) -> str:
            return interval(0.5 * (row["low"] + row["high"]), row["low"], row["high"], *ends)

        return table(rows, str(self).splitlines()[0], bold=lambda row: bool(row.get("safe")), extra={"interval": bar})

    def __str__(self) -> str:
        kind = "best by the evaluator" if self.opinions else "safe"
        best = f"   {kind} {', '.join(map(str, self.moves))}" if self.moves else ""
        lines = [
            f"value in [{self.low:g}, {self.high:g}]{best}   {self.expanded:,} nodes expanded, {self.leaves:,} leaves"
        ]
        for option in self.options:
            mark = "*" if option.move in self.moves else " "
            lines.append(f" {mark} {option.move!s:>8}   in [{option.low:g}, {option.high:g}]")
        return "\n".join(lines)


def safe(me: int, options: list[MoveBounds], slack: float) -> tuple[Move, ...]:
    """The moves with the highest lower bound, for Max, or the lowest upper bound, for Min, but for rounding."""
    if me == 0:
        return ()
    scores = [option.low if me > 0 else -option.high for option in options]
    return tuple(option.move for option, score in zip(options, scores) if score >= max(scores) - 2.0 * slack)


def stops_early(position: Subject, depth: int) -> bool:
    """Whether a search this many moves of the players ahead meets positions in which the game is not over, so that it
    rests on opinions there. Of a large compiled game, whether it may; of a Python game, whether it did."""
    if isinstance(position.context, PlayedGame):
        return bool(position.context.asked)
    if not position.opinions and "over" not in position.names:
        return False  # such positions are refused
    stack = [(position.state, depth)]
    for _ in range(SMALL_TREE_NODES):
        if not stack:
            return False
        state, left = stack.pop()
        moves = int(position.ask("count", state))
        if not moves or left == 0:
            if moves or ("over" in position.names and not position.ask("over", state)):
                return True
            continue
        left -= int(position.ask("mover", state)) != 0
        stack += [(position.ask("child", state, i), left) for i in range(moves)]
    return True


WINDOWS = {"full": algorithm.full_window, "parent": algorithm.parent_window, "none": algorithm.no_window}
SPENDS = {
    "uniform": algorithm.uniform_allowance,
    "carry": algorithm.carried_allowance,
    "equal": algorithm.equal_allowance,
}
NUMBERS = (1, 0.0, 0.0, 0.0, 0.0, 0.0, 1)  # of the types that bounded alpha-beta is given after game and state


def bounded(
    subject: TreeOrGame,
    state: State = None,
    *,
    epsilon: float,
    low: float,
    high: float,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    spend: str | float = "uniform",
    window: str = "full",
    last_child: bool = True,
    strict: bool = False,
    order: bool = False,
    table: bool = False,
) -> Bounds:
    """An interval that holds the true value of a position, to Max. [Atzmon2018] Algorithm 1

    Where a search stops before the end of the game, the true value is that of the tree so far, with the evaluator's
    opinion at its leaves.

    Args:
        subject: A game or a tree.
        state: The position, the start if None.
        epsilon: The interval is not wider than this.
        low, high: The range of all utilities and evaluations.
        depth: Counts the moves of players, not of chance; without it, games are searched to their end.
        evaluate: `evaluate(state)` gives a value to Max.
        spend: Divides ε among the outcomes of chance: "uniform" as in the algorithm, "carry" with what others
            did not use, "equal" in equal parts of the whole, or a number from 0 (equal) to 1 (carry) between them.
        window: What a child knows of the bounds above it: "full" as in the algorithm, "parent" or "none".
        last_child: False drops the clause that no cut is made after the last child.
        strict: True cuts where β < α + ε, as line 24 of the algorithm is printed, and not where they are
            equal, as its text says.
        order: Look at promising children first.
        table: Remember the bounds of positions that can be reached again.

    >>> tree = ot.RandomTree(b=3, depth=3, p=0.8)
    >>> bounds = ot.bounded(tree, epsilon=8, low=0, high=100)
    >>> print(f"[{bounds.low:.2f}, {bounds.high:.2f}], safe moves {bounds.moves}")
    [46.22, 46.22], safe moves (2,)
    """
    search = BoundedSearch(
        subject, state, low=low, high=high, depth=depth, evaluate=evaluate, spend=spend, window=window,
        last_child=last_child, strict=strict, order=order, table=table,
    )  # fmt: skip
    return search.run(parse_epsilon(epsilon), ENDLESS_NODES)


def anytime(
    subject: TreeOrGame,
    state: State = None,
    *,
    limit: Limit,
    low: float,
    high: float,
    epsilon: float = 0.0,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    spend: str | float = "uniform",
    tell: Callable[[Bounds], None] | None = None,
) -> Bounds:
    """The tightest interval that can be proven within a limit of nodes expanded or seconds. A width is halved again and
    again, what was proven is kept in a table, and at last `epsilon` itself is tried, which ends the search.

    Args:
        subject: A game or a tree.
        state: The position, the start if None.
        limit: Nodes or seconds.
        low, high, depth, evaluate, spend: As for `bounded`.
        epsilon: The width that is narrow enough.
        tell: Gets every tighter interval.

    >>> tree = ot.RandomTree(b=3, depth=4, p=0.8)
    >>> bounds = ot.anytime(tree, limit=ot.Limit(nodes=50), low=0, high=100)
    >>> bounds.low <= ot.expectimax(tree).low <= bounds.high
    True
    """
    wanted = parse_epsilon(epsilon)
    require(limit.evaluations is None, f"A limit is Limit(nodes=…) or Limit(seconds=…), not {limit!r}.")
    search = BoundedSearch(
        subject, state, low=low, high=high, depth=limit.depth or depth, evaluate=evaluate, spend=spend, table=True,
    )  # fmt: skip
    search.compile()
    begun = time.perf_counter()
    width = max(wanted, 0.5 * (high - low))
    whole = Bounds(low, high, (), 0, 0)
    best = whole
    expanded = 0
    stopped = False
    while best.width > wanted or not expanded:
        allowed = _allowed(limit, expanded, time.perf_counter() - begun)
        if allowed < 1:
            break
        bounds = whole
        waits = ctrl_c_waits() if search.position.compiled else nullcontext(lambda: None)
        try:
            with waits as stop_if_asked:  # for what is proven by then
                bounds = search.run(width, allowed)
                stop_if_asked()
        except KeyboardInterrupt as stop:
            bounds, stopped = getattr(stop, "answer", bounds), True
        expanded += bounds.expanded
        tighter = bounds.low > best.low or bounds.high < best.high
        newer = bounds if not best.moves or (bounds.low >= best.low and bounds.high <= best.high) else best
        best = Bounds(
            max(best.low, bounds.low),
            min(best.high, bounds.high),
            newer.moves,
            best.expanded + bounds.expanded,
            best.leaves + bounds.leaves,
            newer.options,
            stops_early(search.plain, search.depth),
        )
        if tell is not None and (tighter or stopped):
            tell(best)
        if stopped:
            raise KeyboardInterrupt
        if bounds.expanded >= allowed:
            continue  # it was cut short: the same again, from what the table knows by now
        if width == wanted:
            break
        width = max(wanted, 0.5 * min(width, best.width)) if width > (high - low) * 1e-6 else wanted
    return best


def _allowed(limit: Limit, expanded: int, seconds: float) -> int:
    """How many nodes the next search may expand. Time is kept by the speed so far, in steps that at most double."""
    nodes = ENDLESS_NODES if limit.nodes is None else limit.nodes - expanded
    if limit.seconds is None:
        return nodes
    if seconds >= limit.seconds:
        return 0
    return int(min(nodes, max(1_000.0, min((limit.seconds - seconds) * expanded / seconds, 2.0 * expanded))))


@dataclass
class _Progress:
    """What a search has seen so far: kept outside it, since Ctrl-C may end it."""

    bounds: list[tuple[float, float]] = field(default_factory=list)  # of the root's moves
    expanded: int = 0
    leaves: int = 0
    stopped: bool = False


class BoundedSearch:
    """Bounded alpha-beta of one position with fixed options, for one ε after another."""

    def __init__(
        self,
        subject: TreeOrGame,
        state: State,
        *,
        low: float,
        high: float,
        depth: int | None,
        evaluate: Evaluate | None,
        spend: str | float = "uniform",
        window: str = "full",
        last_child: bool = True,
        strict: bool = False,
        order: bool = False,
        table: bool = False,
    ):
        self.low, self.high = parse_range(low, high)
        self.depth = DEEPEST if depth is None else parse_depth(depth)
        self.position = chance_subject(subject, state, evaluate)
        check_opinions(subject, self.position, self.depth)
        self.chance = isinstance(subject, Subject) or has_chance(subject)
        self.plain = self.position
        check_known("window", window, WINDOWS)
        self.words: Fields = {"window": WINDOWS[window], "LAST_CHILD": bool(last_child), "STRICT": bool(strict)}
        self.words |= spending(spend)
        if order:
            self.words |= {"arranged": algorithm.by_promise, "kth": algorithm.from_array}
        if table and not isinstance(subject, Tree):  # the nodes of a tree are all different
            self.position, memory = with_table(self.position)
            self.words |= memory

    def compile(self) -> None:
        """So that it is not on the clock."""
        ready(algorithm.bounded, self.position, NUMBERS, **self.words)

    def run(self, epsilon: float, budget: int) -> Bounds:
        """Bounds on the root, at most `epsilon` apart unless the search ends after `budget` nodes. The root is the same
        code, interpreted; what it asks of its children is answered compiled, and noted. Where Ctrl-C stops it, the
        error has what was proven by then."""
        position = self.position
        seen = _Progress()
        low, high = self.low, self.high
        search = bind_words(algorithm.bounded, position.names, self.words)
        inner = ready(algorithm.bounded, position, NUMBERS, **self.words) if position.compiled else None

        def below(game: Context, state: State, *rest: object) -> Any:
            answer = whole(game, state, *rest)
            if answer[2]:
                seen.expanded += 1
            else:
                seen.leaves += int(answer[3])
            return answer

        def answer_move(game: Context, state: State, *rest: object) -> Any:
            try:
                answer = (low, high, 0, 0, math.nan) if seen.stopped else (inner or below)(game, state, *rest)
            except StoppedError as stop:
                answer = stop.answer
                seen.stopped = True
            seen.bounds.append((float(answer[0]), float(answer[1])))
            return answer

        whole, root = search.replacing(bounded=below), search.replacing(bounded=answer_move)
        try:
            with np.errstate(over="ignore"), on_the_stack(*TOO_DEEP):  # hashes of the table wrap
                L, U, internal, leaves, far = root(
                    position.context, position.state, self.depth, epsilon, low, high, low, high, budget
                )
        except KeyboardInterrupt:
            raise StoppedError(Bounds(low, high, (), seen.expanded, seen.leaves)) from None
        check_value(far, position, low, high)
        room = self._room(float(far))
        me = int(position.ask("mover", position.state))
        by_move = dict(zip(self._order(me), seen.bounds))
        options = [MoveBounds(move, *by_move.get(i, (low, high))) for i, move in enumerate(position.moves)]
        moves = safe(me, options, room) if seen.bounds else ()
        opinions = stops_early(self.plain, self.depth)
        found = Bounds(float(L), float(U), moves, int(internal), int(leaves), tuple(options), opinions)
        if seen.stopped:
            raise StoppedError(found)
        return found

    def _room(self, far: float) -> float:
        """How far rounding may have moved a value; `far` is the largest leaf. Chance adds parts of the range up."""
        if not self.chance:
            return slack_of_sum.interpreted(abs(far))
        check_wide(self.low, self.high, far)
        return slack_of.interpreted(max(abs(self.low), abs(self.high)))

    def _order(self, me: int) -> list[int]:
        """The moves of the root in the order in which they are looked at."""
        position = self.position
        order = list(range(len(position.moves)))
        if "arranged" in self.words:
            arranged = algorithm.by_promise.bind(**position.names).interpreted
            order = [int(i) for i in arranged(position.context, position.state, me)]
        return [i for i in order if me != 0 or position.ask("edge", position.state, i) > 0]


def spending(spend: str | float) -> Fields:
    """The words for a way to divide ε."""
    if isinstance(spend, str):
        check_known("way to spend ε", spend, SPENDS)
        return {"allowance": SPENDS[spend]}
    require(0.0 <= spend <= 1.0, f"A way to spend ε lies between 0 (equal) and 1 (carry); {spend!r} was given.")
    return {"allowance": algorithm.theta_allowance, "THETA": float(spend)}


def parse_epsilon(epsilon: Unchecked) -> float:
    """A width that is a number and not negative."""
    return parse_number("ε", epsilon, 0)


def check_wide(low: float, high: float, far: float) -> None:
    """Refuses a range that is so much wider than the largest value that sums of its parts round differences away."""
    widest = max(abs(low), abs(high))
    fits = not 0.0 < abs(far) * WIDE_RATIO < widest
    says = f"The range from {low:g} to {high:g} is far wider than the values ({abs(far):g} at most), so that rounding"
    require(fits, f"{says} falsifies them. Give low= and high= closer to the values.")


def parse_range(low: Unchecked, high: Unchecked) -> tuple[float, float]:
    """The range of all values."""
    least, most = (parse_number("An end of the range of values", end) for end in (low, high))
    require(least <= most, f"The range of values from {least:g} to {most:g} is empty: low must not be above high.")
    return least, most


WIDE_RATIO = 65_536.0  # of the range to the largest value: beyond it, rounding of the range counts
TOO_DEEP = "A search to the end of this game", "Its positions may repeat. Give depth=, and evaluate= if there is none."
REMEMBERED_POSITIONS = 200_000  # of a Python game: memory grows with it; later ones are searched again
ExactValue = tuple[float, float, float, int, int]

EXACT = {"full-width": (expectimax_kernel, False), "star1": (star, False), "star2": (star, True)}


def expectimax(
    subject: TreeOrGame,
    state: State = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    search: str = "full-width",
    low: float = -math.inf,
    high: float = math.inf,
) -> Bounds:
    """The exact value of a position in a game with chance, and the best moves.

    Args:
        subject, state, depth, evaluate: As for `bounded`.
        search: "full-width" looks at every node; "star1" and "star2" prune.
        low, high: The range of all values, which those two need to know.

    >>> game = ot.nested(ot.Max(ot.Chance((0.5, 10), (0.5, 0)), 4))
    >>> value = ot.expectimax(game)
    >>> value.low, value.moves
    (5.0, (0,))
    """
    check_known("search", search, EXACT)
    if search != "full-width":
        low, high = parse_range(low, high)
    position = chance_subject(subject, state, evaluate)
    deepest = DEEPEST if depth is None else parse_depth(depth)
    check_opinions(subject, position, deepest)
    template, probes = EXACT[search]
    if search == "full-width" and _can_remember(position.state):
        search_below = _remembering(bind_words(template, position.names, {}))
    else:
        search_below = ready(template, position, (1, 0.0, 0.0, 0.0, 0.0), PROBES=probes)
    return exact(position, deepest, search, (low, high), search_below, has_chance(subject))


def exact(
    position: Subject,
    deepest: int,
    search: str,
    values: tuple[float, float],
    search_below: Callable[..., ExactValue],
    chance: bool,
) -> Bounds:
    """What `expectimax` returns, with a search that is bound to this position. `values` is the range of all values,
    `chance` whether chance moves anywhere."""
    low, high = values

    def run(*given: object) -> ExactValue:
        with on_the_stack(*TOO_DEEP):
            return search_below(position.context, *given)

    # A little room, so that rounding takes no value out of the range, and no move out of a tie.
    room = 2.0 * slack_of.interpreted(max(abs(low), abs(high)))
    ends = (low - room, high + room)
    least = math.inf
    most = -math.inf
    me = int(position.ask("mover", position.state))
    if me == 0:
        value, least, most, internal, leaves = run(position.state, deepest, *ends, *ends)
        check_value(least, position, low, high)
        check_value(most, position, low, high)
        return Bounds(
            float(value), float(value), (), int(internal), int(leaves), opinions=stops_early(position, deepest)
        )
    best = -me * math.inf
    internal = 1
    leaves = 0
    options = []
    for i, move in enumerate(position.moves):
        # A move as good as the best so far is to be known as such, so the window reaches below.
        edge = float(np.nextafter(best - me * room, -me * math.inf))
        alpha, beta = (max(ends[0], edge), ends[1]) if me > 0 else (ends[0], min(ends[1], edge))
        after = position.ask("child", position.state, i)
        value, smallest, largest, inner, ends_below = run(after, deepest - 1, alpha, beta, *ends)
        internal, leaves = internal + int(inner), leaves + int(ends_below)
        least, most = min(least, smallest), max(most, largest)
        known = alpha < value < beta or search == "full-width"
        options.append(MoveBounds(move, value if known or me < 0 else low, value if known or me > 0 else high))
        best = max(best, value) if me > 0 else min(best, value)
    check_value(least, position, low, high)
    check_value(most, position, low, high)
    if search != "full-width" and chance:
        check_wide(low, high, max(abs(least), abs(most)))
    slack = slack_of.interpreted(max(abs(least), abs(most)))
    moves = safe(me, options, slack)
    opinions = stops_early(position, deepest)
    return Bounds(float(best), float(best), moves, internal, leaves, tuple(options), opinions)


def _remembering(search: AnyKernel) -> Callable[..., ExactValue]:
    """Expectimax that searches a position once that chance leads to again and again. The counts are still those of the
    whole tree."""
    known: dict[tuple[tuple[State, float], int], ExactValue] = {}

    def run(game: Context, here: PlayedPosition, depth: int, *window: float) -> ExactValue:
        place = here.place, depth
        if place in known:
            return known[place]
        found: ExactValue = whole(game, here, depth, *window)
        if len(known) < REMEMBERED_POSITIONS:
            known[place] = found
        return found

    whole = search.replacing(expectimax=run)
    return run


def _can_remember(position: State) -> bool:
    """Whether it is one of a Python game whose states have a hash."""
    if not isinstance(position, PlayedPosition):
        return False
    try:
        hash(position.state)
    except TypeError:
        return False
    return True
