"""How a player differs from a plain search: as which other search, by moves proven to be worse, and where.

Another search must explain nearly all choices in the positions where the player differs, and far more of them than
chance would; or it must agree with the player in nearly all positions. It is named only if it explains clearly more
than searches of another kind do, in positions that were not used to choose it.

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
from overthink.measure.paired import difference
from overthink.rules import RULES

DIFFERENCES = 24  # positions with a difference that are searched again, at each depth
CONTROL = 16  # positions without a difference
FEWEST_DIFFERENCES = 4  # differences that a search must explain
NEARLY_ALL = 0.9
SURPRISE = 3.0  # standard deviations above chance
ALWAYS = 0.995  # agreement, over all positions, with a search that the player always makes
SPARE = 0.02  # by which this must be above the agreement with the plain search
MISSES = 10  # differences that a search may miss, and is still compared with others
CHOSEN, HELD_OUT = slice(0, None, 2), slice(1, None, 2)  # cases on which an explanation is chosen, and tested
FAR = 1e9  # beyond any result
QUICK = 0.1  # seconds of a search that is made in many positions
JUDGED = 12  # differences that a deeper search judges, at each depth
LOOKED_AT = 60  # differences that are looked at, at each depth
FEWEST_BLUNDERS = 2  # moves that are no accident
FEWEST_IN_GROUP = 15  # positions in a group
CLEAR = 3.3  # standard deviations: one in a thousand by chance
THRESHOLDS = 8


@dataclass(frozen=True)
class Explanation:
    """How well another search explains the player."""

    name: str  # empty if several searches of different kinds explain it
    share: float  # of the differences that it explains
    chance: float  # the share that a random other move would explain
    agrees: float  # with the player, over all positions
    differences: int
    mistake: bool

    def __str__(self) -> str:
        how = f"as if it {self.name}" if self.name else "as several searches with a mistake would"
        return (
            f"where they differ, it chooses {how}, in {100 * self.share:.0f}% of {self.differences} cases (by chance "
            f"{100 * self.chance:.0f}%)"
        )


def explain_player(
    examination: Examination,
    plain: str,
    game: AnyGame,
    evaluate: Evaluate,
    error: float = 0.0,
    opinions: Sequence[HeardOpinion] = (),
) -> Explanation | None:
    """The search that explains the player best, if one does. It is chosen on half of the cases. It is named if on the
    other half it explains clearly more than any search of another kind; by its kind alone, if others of its kind
    explain as much."""
    off = {int(depth): agreement(examination, plain, depth) < 1.0 for depth in examination.depths}
    off = {depth: differs for depth, differs in off.items() if differs.sum() >= FEWEST_DIFFERENCES}
    if not off:
        return None
    highest = max((float(np.abs([opinion.own, *opinion.static]).max()) for opinion in opinions), default=math.inf)
    cases = _cases(examination, plain, off)
    others = list(other_searches(examination, plain, game, evaluate, error, highest))
    tried = [found for other in others if (found := _try(other, cases))]
    usual = 1.0 - float(np.mean([differs.mean() for differs in off.values()]))
    explains = [found for found in tried if found.explains(usual)]
    rules = [found for found in explains if not found.other.mistake]
    best = max(rules or explains, key=lambda found: found.on(CHOSEN), default=None)
    if best is None:
        return None
    share, chance, agrees = best.explained, best.chance, best.agrees
    name = best.other.name
    if best.other.mistake:
        rivals = [found.other.kind for found in tried if found is not best and not best.clearly_better(found)]
        name = "" if not best.held_out or set(rivals) - {best.other.kind} else best.other.kind if rivals else name
    return Explanation(name, share, chance, agrees, int(best.differs.sum()), best.other.mistake)


@dataclass(frozen=True)
class DifferenceCase:
    """A position at a depth, how many like it there are, and the moves that a random other choice is made from."""

    position: Record
    depth: int
    weight: float
    others: tuple[Move, ...]  # empty if the player chooses as the plain search does


def _cases(examination: Examination, plain: str, off: Mapping[int, Column]) -> list[DifferenceCase]:
    """Some positions where they differ, and some where they do not."""
    cases = []
    for differ, wanted in ((True, DIFFERENCES), (False, CONTROL)):
        for depth, differs in off.items():
            numbers = np.flatnonzero(differs == differ)
            taken = numbers[:: max(1, len(numbers) // wanted)][:wanted].tolist()
            for position in (examination.positions[number] for number in taken):
                others = tuple(move for move in position.values if move not in position.chosen[plain, depth])
                cases.append(DifferenceCase(position, depth, len(numbers) / len(taken), others if differ else ()))
    return cases


@dataclass(frozen=True)
class TriedSearch:
    """What another search says in all cases in which it says something."""

    other: OtherSearch
    hits: Sample  # the share of the player's moves that it chooses too; not a number where it says nothing
    chances: Sample  # what a random other move would hit; not a number where nothing differs
    weights: Sample

    @property
    def differs(self) -> Column:
        return ~np.isnan(self.chances) & ~np.isnan(self.hits)

    @property
    def explained(self) -> float:
        return float(self.hits[self.differs].mean())

    @property
    def chance(self) -> float:
        return float(self.chances[self.differs].mean())

    @property
    def agrees(self) -> float:
        known = ~np.isnan(self.hits)
        return float(np.average(self.hits[known], weights=self.weights[known]))

    def on(self, half: slice) -> tuple[float, float]:
        """The agreement in half of the cases, and the share of their differences that it explains."""
        part = self.part(half)
        return round(part.agrees, 3), part.explained if part.differs.any() else 0.0

    def part(self, half: slice) -> TriedSearch:
        return TriedSearch(self.other, self.hits[half], self.chances[half], self.weights[half])

    @property
    def surprising(self) -> bool:
        """Whether it explains nearly all, and more than chance. A search in which many moves tie hits everything."""
        hits, chances = self.hits[self.differs], self.chances[self.differs]
        spread = math.sqrt(max(1e-9, float((chances * (1.0 - chances)).sum())))
        return bool(len(hits)) and float((hits - chances).sum()) > SURPRISE * spread

    @property
    def held_out(self) -> bool:
        part = self.part(HELD_OUT)
        return part.surprising and part.explained >= NEARLY_ALL

    def explains(self, usual: float) -> bool:
        if self.differs.sum() < FEWEST_DIFFERENCES or not self.surprising:
            return False
        if self.other.always:
            return self.agrees >= ALWAYS and self.agrees >= usual + SPARE
        return self.explained >= NEARLY_ALL

    def clearly_better(self, rival: TriedSearch) -> bool:
        """Whether it explains more than another search does, beyond what chance would, on cases that were not used to
        choose it: where the player differs, or everywhere if it counts only then."""
        part, other = self.part(HELD_OUT), rival.part(HELD_OUT)
        known = ~np.isnan(part.hits) if self.other.always else part.differs
        ours, theirs = (np.nan_to_num(each.hits - np.nan_to_num(each.chances))[known] for each in (part, other))
        return len(ours) > 1 and difference(ours, theirs).low > 0.0


def _try(other: OtherSearch, cases: Sequence[DifferenceCase]) -> TriedSearch | None:
    """Ask another search in all cases; None if it misses far too many of the differences, or cannot be made."""
    hits, chances = np.full(len(cases), np.nan), np.full(len(cases), np.nan)
    misses, allowed = 0.0, MISSES + (1.0 - NEARLY_ALL) * sum(bool(case.others) for case in cases)
    for number, case in enumerate(cases):
        try:
            moves = other.choose(case.position, case.depth)
        except Exception:  # the search cannot be made with this game and evaluator
            return None
        if not moves:
            continue
        hits[number] = share_among(case.position.chosen[PLAYER, case.depth], list(moves))
        if case.others:
            chances[number] = sum(move in moves for move in case.others) / len(case.others)
            misses += 1.0 - hits[number]
            if misses > allowed:
                return None
    if np.isnan(hits).all():
        return None
    return TriedSearch(other, hits, chances, np.array([case.weight for case in cases]))


@dataclass(frozen=True)
class OtherSearch:
    """A search that the player might make."""

    name: str  # follows "it chooses as if it"
    kind: str  # what searches of its kind have in common, in the same words
    choose: Callable[[Record, int], Collection[Move]]  # the best moves of a position, at a depth; empty: not known
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


LESS, FURTHER = "looked less far than it says", "looked further than it says"
PLACE, SIDES = "saw a tie and took a move by its place in the list", "saw values from the wrong side"
ENDS, COSTS, RULE = "misjudged finished games", "forgot what moves cost", "used another rule"


def other_searches(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, error: float, highest: float
) -> Iterator[OtherSearch]:
    """Mistakes first, then other rules. Values beyond `highest` are results, not evaluations."""
    goal = GOALS.get(plain, 0)

    def search(
        p: Record, depth: int, subject: AnyGame = game, opinion: Evaluate = evaluate, rule: str = plain
    ) -> Collection[Move]:
        return search_choice(subject, opinion, error, p.state, rule, depth).moves

    def at(p: Record, depth: int) -> Collection[Move]:
        return p.chosen[plain, depth] if (plain, depth) in p.chosen else search(p, depth)

    def further(p: Record, depth: int) -> Collection[Move]:
        """Where a search sees the end of the game, quiescence looks further too, and is not a mistake: nothing is said
        if a move looks like a result."""
        if not is_quick(examination, plain, depth):
            return ()
        values = Deeper(game, evaluate, depth, goal).values(p.state)
        best = max(values.values())
        return [move for move in values if values[move] == best] if max(map(abs, values.values())) <= highest else ()

    def worth(state: State) -> float:
        return opinion_of(evaluate(state), error, state)[0]

    yield OtherSearch("saw a tie and took the first move", PLACE, lambda p, d: list(game.moves(p.state))[:1])
    yield OtherSearch("saw a tie and took the last move", PLACE, lambda p, d: list(game.moves(p.state))[-1:])
    yield OtherSearch("looked one ply less far", LESS, lambda p, d: at(p, max(1, d - 1)))
    yield OtherSearch("looked two plies less far", LESS, lambda p, d: at(p, max(1, d - 2)))
    for most in map(int, examination.depths[:-1]):
        plies = "ply" if most == 1 else "plies"
        yield OtherSearch(f"looked at most {most} {plies} ahead", LESS, lambda p, d, most=most: at(p, min(most, d)))  # type: ignore[misc]
    yield OtherSearch("looked one ply further", FURTHER, lambda p, d: further(p, d + 1), always=True)
    yield OtherSearch("looked two plies further", FURTHER, lambda p, d: further(p, d + 2), always=True)
    yield OtherSearch("looked twice as far", FURTHER, lambda p, d: further(p, 2 * d), always=True)
    turned = AlteredGame(game, lambda state: -game.utility(state))
    yield OtherSearch("saw leaves from the wrong side", SIDES, partial(search, opinion=lambda state: -worth(state)))
    yield OtherSearch("saw finished games from the wrong side", ENDS, partial(search, subject=turned))
    yield OtherSearch("did not see that a game was finished", ENDS, partial(search, subject=AlteredGame(game, worth)))
    even = AlteredGame(game, lambda state: 0.0)
    yield OtherSearch("counted finished games as even", ENDS, partial(search, subject=even))
    worst = "took the worst move, as if for the other side"
    yield OtherSearch(worst, SIDES, lambda p, d: _worst(Deeper(game, evaluate, d, goal), p.state))
    if goal and hasattr(game, "cost"):
        yield OtherSearch("forgot what moves cost", COSTS, partial(search, subject=AlteredGame(game, free=True)))
    if plain == MINIMAX:
        sides = {side: AlteredGame(game, side=side) for side in (1, -1)}
        one = "let one side make all choices"
        yield OtherSearch(one, SIDES, lambda p, d: search(p, d, sides[int(game.mover(p.state))]))
        for name, rule in RULES.items():
            if name != MINIMAX and not rule.goal and not rule.needs_truth:
                used = partial(search, rule=name)
                yield OtherSearch(f"used the rule {name}", RULE, used, mistake=False, always=True)


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


def is_quick(examination: Examination, plain: str, depth: int) -> bool:
    """Whether a plain search of this depth takes little time, if each ply takes as much longer as the last did."""
    costs = examination.costs(plain)
    seconds = [costs[at].seconds for at in examination.depths if at in costs][-2:]
    if len(seconds) < 2:
        return False
    plies = (depth - examination.depths[-1]) / (examination.depths[-1] - examination.depths[-2])
    return seconds[1] * max(1.5, seconds[1] / max(seconds[0], 1e-9)) ** plies < QUICK


def judge_deeper(examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate) -> tuple[int, int]:
    """In how many of the positions in which the player differs its moves are worse, and in how many better, than those
    of the plain search: by an exact truth, or else by a search two plies deeper. What a sound search adds, it adds
    because it sees further."""
    totals = Counter[int]()
    for depth in map(int, examination.depths):
        search = Deeper(game, evaluate, depth + 2, GOALS.get(plain, 0))
        if not is_quick(examination, plain, depth + 2):
            continue
        off = np.flatnonzero(agreement(examination, plain, depth) < 1.0).tolist()
        for number in off[:: max(1, len(off) // JUDGED)][:JUDGED]:
            position = examination.positions[number]
            ours, theirs = position.chosen[PLAYER, depth], position.chosen[plain, depth]
            gain = position.p_opt(PLAYER, depth) - position.p_opt(plain, depth) if examination.exact else 0.0
            if not gain:
                try:
                    values = search.values(position.state)
                except Exception:  # a user's evaluator may fail where the other search did not ask it
                    continue
                gain = float(np.mean([values[m] for m in ours]) - np.mean([values[m] for m in theirs]))
            totals[number] += int(np.sign(gain))
    return sum(total < 0 for total in totals.values()), sum(total > 0 for total in totals.values())


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
        measures["filled places"] = np.array([count for count, _ in parts], float)
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
