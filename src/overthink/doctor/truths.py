"""Sources of truth: the value of each move of a position, to the player who moves.

A small game is solved to its end. Otherwise each position is solved by a search to the end of the game if that is
cheap, or searched deeper; or the truth is a file of labels. The doctor names its source, because a wrong reference
gives wrong verdicts.

Labels are JSON lines, {"position": text, "values": {move: value to the player who moves}}. A line without values, or a
bare text, is a position alone. The file of an earlier examination (`keep=`) is a file of labels too.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from overthink.core.checked import check_state, cost_of, mover_of, moves_of, parse_depth, play_of, utility_of
from overthink.core.errors import OverthinkError, counted, read_file, require, shorten, shown
from overthink.core.game import Evaluate, key_of, state_of, text_of
from overthink.doctor.record import ONE_PLAYER, AnyGame, Failure, MoveValues, StageProgress, State, TruthSource
from overthink.rules.minimax import MINIMAX
from overthink.search.bounds import expectimax
from overthink.search.decide import decide
from overthink.search.look import search_named, search_to
from overthink.search.plain import PlainSearch
from overthink.search.solving.listing import MOST_POSITIONS, Tell, TooLargeError, UnsolvableError, reachable
from overthink.search.solving.retrograde import retrograde
from overthink.search.solving.solve import one_player
from overthink.search.subjects.bind import has_chance, subject_of

TRIED = 30_000  # positions, to test whether a game can be solved; it takes longer
SHARE, LARGE = 0.05, 0.3  # of the budget, for the same, and to solve a large game; nothing is left for the positions
FURTHER = 4  # plies that a reference searches deeper than the player; few games are fast enough for eight
NEEDED, MORE = 500_000, 50_000  # nodes of one position: for a search two plies deeper than the player, and further
TO_THE_END = "to the end of the game"
SOLVE = "solve"
FORM = 'write {"position": "…", "values": {"move": number, …}}'
Item = TypeVar("Item")
Line = tuple[int, Any, Mapping[str, float]]  # its number, the position as written, the values if there are any


class Solved:
    """The game, solved to its end: at most `most` positions, each once, in at most `seconds`, for each start. After a
    start that is too large, the next may have fewer. Positions may repeat; a play that never ends is a draw, worth 0.
    One player who pays for moves loses most by never ending."""

    exact = True

    def __init__(self, game: AnyGame, most: int = MOST_POSITIONS, seconds: float = math.inf, tell: Tell | None = None):
        self.game, self.most, self.seconds, self.tell = game, most, seconds, tell
        self.known: dict[State, float] = {}
        self.goal: int | None = None  # the player who makes all moves and pays for them, or 0; not known yet

    def __str__(self) -> str:
        return "solved to the end of the game"

    def values(self, state: State) -> MoveValues:
        """The value of each move to the player who makes it."""
        moves = moves_of(self.game, state)
        me = mover_of(self.game, state)
        self.worth(state)
        values = {move: me * self.worth(play_of(self.game, state, move)) for move in moves}
        if not self.goal:
            return values
        cost = getattr(self.game, "cost", None)
        values = {move: value - cost_of(cost, state, move) for move, value in values.items()}
        finite = [value for value in values.values() if math.isfinite(value)]
        worst = min(finite) - 1.0 - float(np.ptp(finite)) if finite else 0.0  # a move that never reaches an end
        return {move: value if math.isfinite(value) else worst for move, value in values.items()}

    def worth(self, state: State) -> float:
        """The value of a position to Max."""
        check_state(state)
        if state not in self.known:
            if len(self.known) > MOST_POSITIONS:
                self.known.clear()
            limits: Any = {"most": self.most, "seconds": self.seconds, "known": self.known, "tell": self.tell}
            try:
                space = reachable(self.game, [state], **limits)
            except UnsolvableError:
                self.most = min(self.most, TRIED)
                raise
            if self.goal is None:
                self.goal = one_player(space)
            self.known.update(zip(space.states, retrograde(space.tree, self.goal).tolist()))
        return self.known[state]


@dataclass(frozen=True)
class Deeper:
    """A much deeper search of the same game."""

    game: AnyGame
    evaluate: Evaluate | None
    depth: int
    goal: int = 0  # the one player who makes all moves, or 0
    exact = False
    apart = True  # each position is searched by itself, so processes can share them

    def __str__(self) -> str:
        return f"a search to depth {self.depth}"

    def values(self, state: State) -> MoveValues:
        me = mover_of(self.game, state)
        if has_chance(self.game):
            bounds = expectimax(self.game, state, depth=self.depth, evaluate=self.evaluate)
            return {option.move: me * option.low for option in bounds.options}
        if self.depth == 1 or self.goal:
            rule = ONE_PLAYER.get(self.goal, "minimax")
            decision = decide(self.game, state, rule=rule, depth=self.depth, evaluate=self.evaluate)
            return {option.move: option.score for option in decision.options}
        # Search each move separately: alpha-beta would otherwise prune moves and not give their values.
        return {move: me * self._worth(play_of(self.game, state, move)) for move in moves_of(self.game, state)}

    def _worth(self, state: State) -> float:
        if not len(moves_of(self.game, state)):
            return utility_of(self.game, state, "There is no move, and utility()")
        position = subject_of(self.game, state, MINIMAX, self.depth - 1, self.evaluate, 0.0)
        return search_to(position, MINIMAX, search_named("alpha-beta", MINIMAX), self.depth - 1, False).value

    def weaker(self) -> Deeper | None:
        """The same search, two plies less deep, so that the parity is the same."""
        return Deeper(self.game, self.evaluate, self.depth - 2, self.goal) if self.depth > 2 else None


class Judged(dict[Any, float]):
    """The values of moves, how they were found, and unless they are exact what a search two plies less deep says."""

    how = ""
    weaker: Mapping[Any, float] = {}


@dataclass(frozen=True)
class Cheapest:
    """Alpha-beta with a table: four plies deeper than the player, or two if the position takes many nodes; then to the
    end of the game, if few more nodes are enough. The clock decides only if this many nodes would take too long."""

    game: AnyGame
    evaluate: Evaluate | None
    deepest: int  # of the player
    seconds: float = math.inf  # for each position
    only: bool = False  # to the end of the game
    exact = False
    apart = True

    def __str__(self) -> str:
        if self.only:
            return f"each position solved by alpha-beta, if {NEEDED // 5:,} nodes are enough"
        return (
            f"alpha-beta deeper than depth {self.deepest}, because the whole game was not solved within {TRIED:,} "
            "positions"
        )

    def values(self, state: State) -> Judged:
        wanted = self.deepest + FURTHER
        by_depth = list[Judged]()
        nodes_seen = 1
        begun = time.monotonic()
        nodes = NEEDED // 5 if self.only else NEEDED
        position = subject_of(self.game, state, MINIMAX, wanted, self.evaluate, 0.0)
        search = PlainSearch(position)
        for depth in [*range(1, wanted + 1), math.inf]:
            nodes = min(nodes, MORE) if depth > self.deepest + 2 and not self.only else nodes
            spent = time.monotonic() - begun
            look = search.look(depth, min(nodes, nodes_seen / spent * (self.seconds - spent)))
            if look.values is None:
                break
            nodes, nodes_seen = nodes - look.nodes, nodes_seen + look.nodes
            by_depth.append(Judged(zip(position.moves, look.values)))
            if not look.opinions:
                by_depth[-1].how = TO_THE_END
                return by_depth[-1]
        if self.only:
            raise UnsolvableError(f"A position takes more than {NEEDED // 5:,} nodes to solve.")
        if len(by_depth) <= self.deepest:
            raise OverthinkError(
                f"The truth must search deeper than depth {self.deepest}, which takes more than {NEEDED:,} nodes or "
                f"{self.seconds:.2g} s here. Give smaller depths=, more budget=, or a depth or a file as truth=."
            )
        odd = len(by_depth) - self.deepest > 1 and (len(by_depth) - self.deepest) % 2  # better of the same parity
        reached = len(by_depth) - odd
        by_depth[reached - 1].how = f"to depth {reached}"
        by_depth[reached - 1].weaker = by_depth[reached - 3]
        return by_depth[reached - 1]


def truth_of(
    given: Any,
    game: AnyGame,
    evaluate: Evaluate | None,
    deepest: int,
    start: State,
    goal: int = 0,
    tell: StageProgress | None = None,
    seconds: float = math.inf,
) -> TruthSource:
    """The truth that the user named: a depth, a file of labels, "solve", or any `TruthSource`. By default, solve the
    game from `start` if it is small, otherwise use the game's own reference, otherwise what is cheapest in each
    position, or a deeper search where a search is compiled, has one player (`goal`, otherwise 0) or chance."""
    given = read_truth(given)
    if given is None or given is SOLVE:
        with suppress(UnsolvableError if given is None else TooLargeError):
            return _solver(game, start, TRIED, SHARE * seconds, tell)
        if given is None and hasattr(game, "reference"):
            return truth_of(game.reference(), game, evaluate, deepest, start, goal)
        proves = not (has_chance(game) or goal or subject_of(game, start, MINIMAX, 1, evaluate, 0.0).compiled)
        if given is SOLVE:
            most = LARGE * seconds if proves else seconds
            with suppress(*[TooLargeError] if proves else []):
                return _solver(game, start, MOST_POSITIONS, most, tell)
            return Cheapest(game, evaluate or (lambda state: 0.0), 0, only=True)
        large = "The game is too large to solve at once, and a deeper search needs an evaluator. Give evaluate="
        require(evaluate, f"{large}, or truth= (a file of labels, or 'solve' to take more time).")
        if proves:
            return Cheapest(game, evaluate, deepest)
        given = deepest + FURTHER
    if isinstance(given, LabelFile):
        return Labelled(given, game)
    if hasattr(given, "values") and not isinstance(given, Mapping):
        name = type(given).__name__
        require(hasattr(given, "exact"), f"The truth {name} does not say whether it is exact. Add exact = False.")
        return cast(TruthSource, given)
    depth = parse_depth(given)
    deeper = f"The truth must search deeper than depth {deepest}, but its depth is {depth}. Use a greater depth."
    require(depth > deepest, deeper)
    return Deeper(game, evaluate, depth, goal)


def read_truth(given: Any) -> Any:
    """Read what the user named: "solve" and a `TruthSource` as they are, a number as a depth, a path as its labels."""
    if isinstance(given, str):
        word = given.strip()
        if word == SOLVE:
            return SOLVE
        if word.lstrip("+-").isdecimal():
            return parse_depth(int(word))
        how = "Write solve, a depth such as 12, or the name of a file of labels."
        require(Path(word).suffix or os.path.isfile(word), f"There is no truth {{}}. {how}", given)
        given = Path(word)
    if isinstance(given, Path):
        labels = read_labels(given)
        require(any(values for _, _, values in labels.lines), f"{given}, line {labels.lines[0][0]}: {FORM}.")
        return labels
    return given


def _solver(game: AnyGame, start: State, most: int, seconds: float, tell: StageProgress | None) -> Solved:
    """The game solved from `start`; refused, before any other work, if it is too large for these limits, which are
    told beforehand."""
    stage = f"solving the game (at most {most:,} positions)"
    solver = Solved(game, most, seconds, (lambda listed: tell(stage, min(listed, most), most)) if tell else None)
    try:
        solver.worth(start)
    except OverthinkError as exc:
        if isinstance(exc, UnsolvableError):
            raise
        # The game fails in some position: the examination will name it.
    solver.most = MOST_POSITIONS
    solver.tell = None
    return solver


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """At most this many of the items, spread over all of them."""
    count = min(most, len(items))
    return [items[k * len(items) // count] for k in range(count)]


@dataclass(frozen=True)
class LabelFile:
    """The lines of a file that can be read, and those that cannot."""

    path: Path  # of the file
    lines: tuple[Line, ...]  # the lines that can be read
    unread: tuple[Failure, ...]  # the lines that cannot, each with its reason
    digest: str  # of the whole file

    @property
    def labelled(self) -> bool:
        """Whether every position has values."""
        return all(values for _, _, values in self.lines)

    def spread(self, most: int) -> LabelFile:
        """At most this many lines, spread over the file."""
        return replace(self, lines=tuple(spread(self.lines, most)))

    def states(self, game: AnyGame, most: int | None = None) -> tuple[list[State], tuple[Failure, ...]]:
        """The different positions of the file, spread over it if there are more than `most`; and the lines that are not
        positions of the game."""
        states = dict[str, State]()
        failures = list[Failure]()
        for number, text, _ in self.lines:
            try:
                state = state_of(game, text)
                moves_of(game, state)
                states.setdefault(key_of(game, state), state)
            except OverthinkError as exc:
                failures.append(Failure(str(exc), "line", f"{number}", str(self.path), exc.kind))
        require(states, str(failures[0]) if failures else f"{self.path} does not contain a position.")
        return spread(list(states.values()), most or len(states)), tuple(failures)


def read_labels(path: str | Path) -> LabelFile:
    """Read a file of positions, with or without values."""
    path = Path(path)
    content = read_file(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OverthinkError(f"{path} cannot be read (it is not a text file).") from None
    lines = list[Line]()
    unread = list[Failure]()
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            continue
        try:
            entry = _entry(line)
            if entry is not None:
                lines.append((number, *entry))
        except OverthinkError as exc:
            unread.append(Failure(f"{exc}.", "line", f"{number}", str(path)))
    require(lines, str(unread[0]) if unread else f"{path} does not contain a position.")
    return LabelFile(path, tuple(lines), tuple(unread), hashlib.sha256(content).hexdigest()[:16])


def _entry(line: str) -> tuple[Any, Mapping[str, float]] | None:
    """The position and the values of a line; None for the first line of a kept file."""
    if not line.startswith("{"):
        return line, {}
    try:
        entry = json.loads(line)
        if "about" in entry and "position" not in entry:
            return None
        position = entry["position"]
        given = entry.get("values", {})
        values = {str(move): float(value) for move, value in given.items()}
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise OverthinkError(FORM) from None
    require(all(map(math.isfinite, values.values())), "a value is not a finite number")
    return position, values


class Labelled:
    """The truth by a file of labels."""

    exact = False

    def __init__(self, labels: LabelFile, game: AnyGame):
        self.file, self.game = labels, game
        self.unread = labels.unread

    def __str__(self) -> str:
        return f"{self.file.path.name}, {counted(len(self.file.lines), 'position')}"

    @cached_property
    def known(self) -> dict[str, Line]:
        """The lines by the text of their position; if a position occurs twice, the first."""
        known = dict[str, Line]()
        for line in self.file.lines:
            known.setdefault(str(line[1]), line)
            with suppress(Exception):  # it can still be found by the text as it is written
                known.setdefault(key_of(self.game, state_of(self.game, line[1])), line)
        return known

    def values(self, state: State) -> MoveValues:
        """The value of each move to the player who makes it."""
        names = key_of(self.game, state), text_of(self.game, state), str(state)
        text = next((name for name in names if name in self.known), None)
        require(text is not None, f"{self.file.path} does not contain the position {shown(names[0])}.")
        assert text is not None
        number, _, values = self.known[text]
        named = {move: str(move) if str(move) in values else repr(move) for move in moves_of(self.game, state)}
        missing = [move for move, name in named.items() if name not in values]
        first = "".join(shorten(str(move)) for move in missing[:1])
        require(not missing, f"{self.file.path}, line {number}: the move {first} has no value.")
        return {move: values[name] for move, name in named.items()}
