"""How a player differs from a plain search: as which other search, by moves proven to be worse, and where.

Another search must explain nearly all choices in the positions where the player differs, and far more of them than
chance would; or it must agree with the player in nearly all positions.

A proof that a move is worse needs no evaluator: every position at the horizon is worth as much as possible to one side,
and then as little as possible. What a search of the same depth says then bounds the value of a move.

The groups of positions are what can be read of any game: who moves, who wins, how many moves there are, whether a move
ends the game, how long a random game lasts, and, if positions are made of parts, how many parts are not empty.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from overthink.core.checked import mover_of, moves_of, opinion_of, play_of, utility_of
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.ask.players import agreement, search_choice, share_among
from overthink.doctor.ask.positions import phases
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.record import GOALS, MINIMAX, PLAYER, AnyGame, Examination, Move, Record, State
from overthink.doctor.truths import Deeper
from overthink.measure.judgement import Value
from overthink.rules import RULES

DIFFERENCES = 24  # positions with a difference that are searched again, at each depth
CONTROL = 16  # positions without a difference
FEWEST_DIFFERENCES = 4  # differences that a search must explain
NEARLY_ALL = 0.9
SURPRISE = 3.0  # standard deviations above chance
ALWAYS = 0.995  # agreement, over all positions, with a search that the player always makes
SPARE = 0.02  # by which this must be above the agreement with the plain search
FAR = 1e9  # beyond any result
LOOKED_AT = 60  # differences that are looked at, at each depth
FEWEST_BLUNDERS = 2  # moves that are no accident
FEWEST_IN_GROUP = 15  # positions in a group
CLEAR = 3.3  # standard deviations: one in a thousand by chance
THRESHOLDS = 8


@dataclass(frozen=True)
class Explanation:
    """How well another search explains the player."""

    name: str
    share: float  # of the differences that it explains
    chance: float  # the share that a random other move would explain
    agrees: float  # with the player, over all positions
    differences: int
    mistake: bool

    def __str__(self) -> str:
        return (
            f"where they differ, it chooses as if it {self.name}, in {100 * self.share:.0f}% of "
            f"{self.differences} cases (by chance {100 * self.chance:.0f}%)"
        )


def explain_player(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, error: float = 0.0
) -> Explanation | None:
    """The search that explains the player best, if one does."""
    off = {int(depth): agreement(examination, plain, depth) < 1.0 for depth in examination.depths}
    off = {depth: differs for depth, differs in off.items() if differs.sum() >= FEWEST_DIFFERENCES}
    if not off:
        return None
    explanations = [
        explanation
        for other in other_searches(examination, plain, game, evaluate, error)
        if (explanation := _test(other, examination, plain, off))
    ]
    return max(explanations, key=lambda e: (round(e.agrees, 3), e.share), default=None)


def _test(other: OtherSearch, examination: Examination, plain: str, off: Mapping[int, Column]) -> Explanation | None:
    """Search some of the positions again, first those that differ: None where too many of them are not explained."""
    agrees, weights, explained, chances = (list[float]() for _ in range(4))
    planned = sum(min(DIFFERENCES, int(differs.sum())) for differs in off.values())
    sampled = [(depth, np.flatnonzero(differs), DIFFERENCES) for depth, differs in off.items()]
    sampled += [(depth, np.flatnonzero(~differs), CONTROL) for depth, differs in off.items()]
    for depth, numbers, wanted in sampled:
        taken = numbers[:: max(1, len(numbers) // wanted)][:wanted].tolist()
        for number in taken:
            position = examination.positions[number]
            try:
                moves = list(other.choose(position, depth))
            except Exception:  # the search cannot be made with this game and evaluator
                return None
            agrees.append(share_among(position.chosen[PLAYER, depth], moves))
            weights.append(len(numbers) / len(taken))
            if wanted == DIFFERENCES:
                others = [move for move in position.values if move not in position.chosen[plain, depth]]
                explained.append(agrees[-1])
                chances.append(sum(move in moves for move in others) / max(1, len(others)))
                if len(explained) - sum(explained) > planned - NEARLY_ALL * planned:
                    return None
    share, chance = float(np.mean(explained)), float(np.mean(chances))
    agreed = float(np.average(agrees, weights=weights))
    spread = math.sqrt(max(1e-9, sum(p * (1.0 - p) for p in chances)))
    # A search in which many moves tie agrees with everything, so its choices must be more than chance in any case.
    surprising = sum(explained) - sum(chances) > SURPRISE * spread
    usual = 1.0 - float(np.mean([differs.mean() for differs in off.values()]))
    always = agreed >= ALWAYS and agreed >= usual + SPARE
    if surprising and (always or (share >= NEARLY_ALL and not other.always)):
        return Explanation(other.name, share, chance, agreed, len(explained), other.mistake)
    return None


@dataclass(frozen=True)
class OtherSearch:
    """A search that the player might make."""

    name: str  # follows "it chooses as if it"
    choose: Callable[[Record, int], Collection[Move]]  # the best moves of a position, at a depth
    mistake: bool = True  # a rule is not a mistake
    always: bool = False  # counts only if the player makes this search in all positions


class AlteredGame:
    """A game whose results are altered, in which one side makes all choices, or in which moves are `free`."""

    def __init__(
        self, game: AnyGame, result: Callable[[State], float] | None = None, side: int = 0, free: bool = False
    ):
        self.moves, self.play, self.utility = game.moves, game.play, result or game.utility
        if hasattr(game, "cost") and not free:
            self.cost = game.cost
        self.mover = (lambda state: side) if side else game.mover
        if hasattr(game, "outcomes"):
            self.outcomes = game.outcomes


def other_searches(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, error: float
) -> Iterator[OtherSearch]:
    """Mistakes first, then other rules."""

    def search(
        p: Record, depth: int, subject: AnyGame = game, opinion: Evaluate = evaluate, rule: str = plain
    ) -> Collection[Move]:
        return search_choice(subject, opinion, error, p.state, rule, depth).moves

    def at(p: Record, depth: int) -> Collection[Move]:
        return p.chosen[plain, depth] if (plain, depth) in p.chosen else search(p, depth)

    def worth(state: State) -> float:
        return opinion_of(evaluate(state), error, state)[0]

    yield OtherSearch("took the first move", lambda p, d: list(game.moves(p.state))[:1])
    yield OtherSearch("took the last move", lambda p, d: list(game.moves(p.state))[-1:])
    yield OtherSearch("looked one ply less far", lambda p, d: at(p, max(1, d - 1)))
    yield OtherSearch("looked two plies less far", lambda p, d: at(p, max(1, d - 2)))
    for most in map(int, examination.depths[:-1]):
        plies = "ply" if most == 1 else "plies"
        yield OtherSearch(f"looked at most {most} {plies} ahead", lambda p, d, most=most: at(p, min(most, d)))  # type: ignore[misc]
    # To look further in some positions is not a mistake: quiescence does.
    yield OtherSearch("looked one ply further", lambda p, d: at(p, d + 1), always=True)
    turned = AlteredGame(game, lambda state: -game.utility(state))
    yield OtherSearch("saw leaves from the wrong side", partial(search, opinion=lambda state: -worth(state)))
    yield OtherSearch("saw finished games from the wrong side", partial(search, subject=turned))
    yield OtherSearch("did not see that a game was over", partial(search, subject=AlteredGame(game, worth)))
    yield OtherSearch("counted finished games as even", partial(search, subject=AlteredGame(game, lambda state: 0.0)))
    goal = GOALS.get(plain, 0)
    yield OtherSearch("took the worst move", lambda p, d: _worst(Deeper(game, evaluate, d, goal), p.state))
    if goal and hasattr(game, "cost"):
        yield OtherSearch("forgot what moves cost", partial(search, subject=AlteredGame(game, free=True)))
    if plain == MINIMAX:
        sides = {side: AlteredGame(game, side=side) for side in (1, -1)}
        yield OtherSearch("let one side make all choices", lambda p, d: search(p, d, sides[int(game.mover(p.state))]))
        for name, rule in RULES.items():
            if name != MINIMAX and not rule.goal and not rule.needs_truth:
                yield OtherSearch(f"used the rule {name}", partial(search, rule=name), mistake=False, always=True)


def _worst(search: Deeper, state: State) -> Collection[Move]:
    values = search.values(state)
    return [move for move, value in values.items() if value == min(values.values())]


@dataclass(frozen=True)
class Blunders:
    """Choices of the player that a search of the same depth proves to be worse than another."""

    proven: int
    differences: int  # that were looked at
    depths: tuple[Value, ...]

    def __str__(self) -> str:
        return (
            f"in {self.proven} of {self.differences} positions in which it differs, it plays a move that a search of "
            "the same depth proves to be worse"
        )


def blunders_of(
    examination: Examination, plain: str, game: AnyGame, opinions: Sequence[HeardOpinion]
) -> Blunders | None:
    """Count the blunders among the player's choices; None if there are too few to tell."""
    if not opinions or plain in GOALS:  # moves of one player cost something: their values have no such bounds
        return None
    highest = max(float(np.abs([opinion.own, *opinion.static]).max()) for opinion in opinions)
    looked, depths = 0, []
    for depth in examination.depths:
        off = np.flatnonzero(agreement(examination, plain, depth) < 1.0).tolist()
        for number in off[:: max(1, len(off) // LOOKED_AT)][:LOOKED_AT]:
            looked += 1
            try:
                if _blunder(examination, examination.positions[number], plain, int(depth), game, highest):
                    depths.append(depth)
            except Exception:  # the search cannot be made with this game
                return None
    return Blunders(len(depths), looked, tuple(sorted(set(depths)))) if len(depths) >= FEWEST_BLUNDERS else None


def _blunder(examination: Examination, position: Record, plain: str, depth: int, game: AnyGame, highest: float) -> bool:
    """Whether another move is surely better than the player's. Evaluations are never beyond `highest`, so a search
    also avoids a proven loss, and takes a proven win, if the truth says that it would not be in vain."""
    state, usual = position.state, position.chosen[plain, depth]
    chosen = next(move for move in position.chosen[PLAYER, depth] if move not in usual)
    most = _bound(game, plain, state, chosen, depth, FAR)
    least = _bound(game, plain, state, usual[0], depth, -FAR)
    if least > most:
        return True
    if not examination.exact:
        return False
    lost, won = most < -highest and position.best > most, least > highest and position.values[chosen] < least
    return lost or won


def _bound(game: AnyGame, plain: str, state: State, move: Move, depth: int, horizon: float) -> float:
    """The value of a move to the player who makes it, if all positions at the horizon are worth this much to him."""
    me, after = mover_of(game, state), play_of(game, state, move)
    if not len(moves_of(game, after)):
        return me * utility_of(game, after)
    if depth == 1:
        return horizon
    choice = search_choice(game, lambda _: me * horizon, 0.0, after, plain, depth - 1)
    return choice.value * me * mover_of(game, after)


@dataclass(frozen=True)
class DifferencePlace:
    """A group of positions in which the player differs more often than elsewhere."""

    where: str  # follows "in positions"
    inside: float  # the share of choices that differ
    outside: float
    surprise: float  # standard deviations

    def __str__(self) -> str:
        return f"in {100 * self.inside:.0f}% of positions {self.where}, in {100 * self.outside:.0f}% of the others"


def place_of(differs: Sample, groups: Mapping[str, Column]) -> DifferencePlace | None:
    """The group in which `differs` (one share a position) stands out most, if one does. [two-sample z-test]"""
    best: DifferencePlace | None = None
    for where, inside in groups.items():
        a, b = differs[inside], differs[~inside]
        if min(len(a), len(b)) < FEWEST_IN_GROUP:
            continue
        pooled = float(differs.var()) * (1.0 / len(a) + 1.0 / len(b))
        surprise = float(a.mean() - b.mean()) / math.sqrt(pooled) if pooled > 0.0 else 0.0
        if surprise > CLEAR and (best is None or surprise > best.surprise):
            best = DifferencePlace(where, float(a.mean()), float(b.mean()), surprise)
    return best


def groups_of(examination: Examination, game: AnyGame) -> dict[str, Column]:
    """Groups of positions, by what follows "in positions"."""
    positions = examination.positions
    side = np.array([game.mover(position.state) for position in positions])
    best = np.array([position.best for position in positions])
    ends = np.array([_ends(game, position.state) for position in positions])
    groups = {"where Max moves": side > 0, "where Min moves": side < 0, "that are lost": best < 0.0}
    groups |= {"that are won": best > 0.0, "that are even": best == 0.0}
    groups |= {"in which a move ends the game": ends, "in which no move ends the game": ~ends}
    moves = examination.measure(lambda position: len(position.values))
    measures = {"moves": moves, "plies to the end, in random play": phases(examination, game)}
    states = [position.state for position in positions]
    parts = parts_of(states)
    if parts is not None:
        measures["parts that are not empty"] = np.array([count for count, _ in parts], float)
        fewer = np.array([_captures(game, state, empty) for (_, empty), state in zip(parts, states)])
        groups |= {"in which a move removes something": fewer, "in which no move removes anything": ~fewer}
    for name, values in measures.items():
        groups |= dict(_thresholds(name, values))
    return groups


def _thresholds(name: str, values: Sample) -> Iterator[tuple[str, Column]]:
    """Positions with at least, and with less than, each of a few numbers."""
    for number in np.unique(np.quantile(values, np.linspace(0.0, 1.0, THRESHOLDS + 1)[1:-1], method="nearest")):
        yield f"with at least {number:g} {name}", values >= number
        yield f"with fewer than {number:g} {name}", values < number


def parts_of(states: Sequence[State]) -> list[tuple[int, object]] | None:
    """For positions that are made of parts: how many differ from the commonest part, and which one that is. None if
    positions are something else."""
    flat = [_flat(state) for state in states]
    if any(len(parts) < 4 for parts in flat):
        return None
    empty = Counter(part for parts in flat for part in parts).most_common(1)[0][0]
    return [(sum(part != empty for part in parts), empty) for parts in flat]


def _flat(state: State) -> list[object]:
    if isinstance(state, str):
        return list(state)
    if isinstance(state, tuple | list):
        return [part for inner in state for part in _flat(inner)]
    return [state] if isinstance(state, int | float) else []


def _captures(game: AnyGame, state: State, empty: object) -> bool:
    """Whether a move makes more parts empty than it fills."""
    now = sum(part != empty for part in _flat(state))
    after = (_flat(game.play(state, move)) for move in moves_of(game, state))
    return any(sum(part != empty for part in parts) < now for parts in after)


def _ends(game: AnyGame, state: State) -> bool:
    """Whether a move ends the game at once."""
    return any(not len(moves_of(game, game.play(state, move))) for move in moves_of(game, state))
