"""How a player differs from a plain search: as which other search, and with moves that are worse.

Another search must explain nearly all choices in the positions where the player differs, and far more of them than
chance would; or it must agree with the player in nearly all positions. It is named only if it explains clearly more
than searches of another kind do, in positions that were not used to choose it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from overthink.core.checked import mover_of, moves_of, opinion_of, play_of, utility_of
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.ask.players import agreement, search_choice, share_among
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.record import GOALS, MINIMAX, PLAYER, AnyGame, Examination, Move, Record, State
from overthink.doctor.truths import Deeper, spread
from overthink.measure.paired import difference
from overthink.rules import RULES
from overthink.search.subject import subject_of

DIFFERENCES = 24  # positions with a difference that are searched again, at each depth
CONTROL = 48  # positions without a difference
FEWEST_DIFFERENCES = 4  # differences that a search must explain
NEARLY_ALL = 0.9
SURPRISE = 3.0  # standard deviations above chance
ALWAYS = 0.995  # agreement, over all positions, with a search that the player always makes
SPARE = 0.02  # by which this must be above the agreement with the plain search
MISSES = 10  # differences that a search may miss, and is still compared with others
CHOSEN, HELD_OUT = slice(0, None, 2), slice(1, None, 2)  # cases on which an explanation is chosen, and tested
QUICK_NODES, COMPILED = 10_000, 100  # nodes of a search that is made in many positions; times as many if compiled
FAR = 1e9  # beyond any result
LOOKED_AT = 60  # differences that are looked at, at each depth
JUDGED = 12  # differences that a deeper search judges, at each depth


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
    others: Iterable[OtherSearch] | None = None,
) -> Explanation | None:
    """The search that explains the player best, if one does. It is chosen on half of the cases. It is named if on the
    other half it explains clearly more than any search of another kind; by its kind alone, if others of its kind
    explain as much."""
    every = {int(depth): agreement(examination, plain, depth) < 1.0 for depth in examination.depths}
    off = {depth: differs for depth, differs in every.items() if differs.sum() >= FEWEST_DIFFERENCES}
    if not off:
        return None
    highest = max((float(np.abs([opinion.own, *opinion.static]).max()) for opinion in opinions), default=math.inf)
    cases = [*_cases(examination, plain, off, True), *_cases(examination, plain, every, False)]
    searches = others or other_searches(examination, plain, game, evaluate, error, highest)
    tried = [found for other in searches if (found := _try(other, cases))]
    usual = 1.0 - float(np.mean([differs.mean() for differs in off.values()]))
    explains = [found for found in tried if found.explains(usual)]
    rules = [found for found in explains if not found.other.mistake]
    best = max(rules or explains, key=TriedSearch.merit, default=None)
    if best is None:
        return None
    kind, name = best.other.kind, best.other.name
    if best.other.mistake:
        rivals = {found.other.kind for found in tried if found is not best and not best.clearly_better(found)}
        name = "" if rivals - {kind} or not best.part(HELD_OUT).surprising else kind if rivals else name
    chance = float(best.chances[best.differs].mean())
    return Explanation(name, best.explained, chance, best.agrees, int(best.differs.sum()), best.other.mistake)


@dataclass(frozen=True)
class DifferenceCase:
    """A position at a depth, how many like it there are, and the moves that a random other choice is made from."""

    position: Record
    depth: int
    weight: float
    others: tuple[Move, ...]  # empty if the player chooses as the plain search does


def _cases(examination: Examination, plain: str, off: Mapping[int, Column], differ: bool) -> list[DifferenceCase]:
    """Some positions where they differ, or some where they do not."""
    cases = []
    for depth, differs in off.items():
        numbers = np.flatnonzero(differs == differ).tolist()
        taken = spread(numbers, DIFFERENCES if differ else CONTROL)
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

    def part(self, half: slice) -> TriedSearch:
        return TriedSearch(self.other, self.hits[half], self.chances[half], self.weights[half])

    @property
    def differs(self) -> Column:
        return ~np.isnan(self.chances) & ~np.isnan(self.hits)

    @property
    def explained(self) -> float:
        return float(self.hits[self.differs].mean()) if self.differs.any() else 0.0

    @property
    def agrees(self) -> float:
        known = ~np.isnan(self.hits)
        return float(np.average(self.hits[known], weights=self.weights[known])) if known.any() else 0.0

    def merit(self) -> tuple[float, float, float]:
        """By which one is chosen, on half of the cases; of rules that explain as much there, on all."""
        half = self.part(CHOSEN)
        return round(half.agrees, 3), half.explained, 0.0 if self.other.mistake else self.agrees

    @property
    def surprising(self) -> bool:
        """Whether it explains nearly all, and more than chance. A search in which many moves tie hits everything."""
        hits, chances = self.hits[self.differs], self.chances[self.differs]
        spread = math.sqrt(max(1e-9, float((chances * (1.0 - chances)).sum())))
        return self.explained >= NEARLY_ALL and float((hits - chances).sum()) > SURPRISE * spread

    def explains(self, usual: float) -> bool:
        enough = not self.other.always or self.agrees >= max(ALWAYS, usual + SPARE)
        return enough and self.differs.sum() >= FEWEST_DIFFERENCES and self.surprising

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


LESS, FURTHER = "looked fewer plies ahead than it says", "looked more plies ahead than it says"
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
        if not is_quick(examination, plain, depth, game, evaluate):
            return ()
        values = Deeper(game, evaluate, depth, goal).values(p.state)
        best = max(values.values())
        return [move for move in values if values[move] == best] if max(map(abs, values.values())) <= highest else ()

    def worst(p: Record, depth: int) -> Collection[Move]:
        values = Deeper(game, evaluate, depth, goal).values(p.state)
        return [move for move, value in values.items() if value == min(values.values())]

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
    yield OtherSearch("took the worst move, as if for the other side", SIDES, worst)
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


def proven_worse(
    examination: Examination, plain: str, game: AnyGame, opinions: Sequence[HeardOpinion]
) -> tuple[int, int]:
    """How many of the player's choices a search of the same depth proves to be worse than another, of how many that
    differ. No evaluator is needed: every position at the horizon is worth as much as possible to one side, and then as
    little as possible."""
    if not opinions or plain in GOALS:  # moves of one player cost something: their values have no such bounds
        return 0, 0
    highest, proven, looked = max(float(np.abs([o.own, *o.static]).max()) for o in opinions), 0, 0
    for depth in map(int, examination.depths):
        off = np.flatnonzero(agreement(examination, plain, depth) < 1.0).tolist()
        for position in (examination.positions[n] for n in spread(off, LOOKED_AT)):
            usual = position.chosen[plain, depth]
            chosen = next(move for move in position.chosen[PLAYER, depth] if move not in usual)
            try:
                most = _bound(game, plain, position.state, chosen, depth, FAR)
                least = _bound(game, plain, position.state, usual[0], depth, -FAR)
            except Exception:  # the search cannot be made with this game
                return 0, 0
            # A search also avoids a proven loss, and takes a proven win, if the truth says that it is not in vain.
            lost, won = most < -highest and position.best > most, least > highest and position.values[chosen] < least
            proven, looked = proven + (least > most or (examination.exact and (lost or won))), looked + 1
    return proven, looked


def _bound(game: AnyGame, plain: str, state: State, move: Move, depth: int, horizon: float) -> float:
    """The value of a move to the player who makes it, if all positions at the horizon are worth this much to him."""
    me, after = mover_of(game, state), play_of(game, state, move)
    if not len(moves_of(game, after)):
        return me * utility_of(game, after)
    if depth == 1:
        return horizon
    choice = search_choice(game, lambda _: me * horizon, 0.0, after, plain, depth - 1)
    return choice.value * me * mover_of(game, after)


def is_quick(examination: Examination, plain: str, depth: int, game: AnyGame, evaluate: Evaluate) -> bool:
    """Whether a plain search of this depth has few nodes, if they grow with each ply as before. The clock is not asked:
    the same seed gives the same findings."""
    known = [cost.nodes for at in examination.depths if (cost := examination.costs(plain).get(at))][-2:]
    if len(known) < 2:
        return False
    plies = (depth - examination.depths[-1]) / (examination.depths[-1] - examination.depths[-2])
    state = examination.positions[0].state
    compiled = plain == MINIMAX and subject_of(game, state, RULES[MINIMAX], 1, evaluate, 0.0).compiled
    most = QUICK_NODES * (COMPILED if compiled else 1)
    return 0.0 < known[1] * max(1.5, known[1] / max(known[0], 1e-9)) ** plies < most


def judge_deeper(
    examination: Examination, plain: str, game: AnyGame, evaluate: Evaluate, search_on: bool = True
) -> tuple[int, int]:
    """In how many of the positions in which the player differs its moves are worse, and in how many better, than those
    of the plain search: by an exact truth, or else by a search two plies deeper. What a sound search adds, it adds
    because it sees further."""
    totals = Counter[int]()
    for depth in map(int, examination.depths):
        search = Deeper(game, evaluate, depth + 2, GOALS.get(plain, 0))
        quick = search_on and is_quick(examination, plain, depth + 2, game, evaluate)
        off = np.flatnonzero(agreement(examination, plain, depth) < 1.0).tolist()
        for number in spread(off, JUDGED):
            position = examination.positions[number]
            ours, theirs = position.chosen[PLAYER, depth], position.chosen[plain, depth]
            gain = position.p_opt(PLAYER, depth) - position.p_opt(plain, depth) if examination.exact else 0.0
            if not gain and quick:
                try:
                    values = search.values(position.state)
                except Exception:  # a user's evaluator may fail where the other search did not ask it
                    continue
                gain = float(np.mean([values[m] for m in ours]) - np.mean([values[m] for m in theirs]))
            totals[number] += int(np.sign(gain))
    return sum(total < 0 for total in totals.values()), sum(total > 0 for total in totals.values())
