"""How a player differs from a plain search: as which other search, and with moves that are worse.

Another search must explain nearly all choices in the positions where the player differs, and far more of them than
chance would; or it must agree with the player in nearly all positions. It is named only if it explains clearly more
than searches of another kind do, in positions that were not used to choose it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from overthink.core.checked import expected, is_chance, mover_of, moves_of, opinion_of, outcomes_of, play_of, utility_of
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.ask.players import agreement, search_choice, share_among
from overthink.doctor.find.causes import HeardOpinion, worth_of
from overthink.doctor.record import EXPECTIMAX, GOALS, MINIMAX, PLAYER, AnyGame, Examination, Move, Record, State
from overthink.doctor.truths import Deeper, spread
from overthink.doctor.words import Cause, Fact, Seen, fact
from overthink.measure.judgement import Value
from overthink.measure.paired import difference
from overthink.rules import RULES
from overthink.search.subject import subject_of

DIFFERENCES = 24  # positions with a difference that are searched again, at each depth
CONTROL = 48  # positions without a difference
FEWEST_DIFFERENCES = 4  # differences that a search must explain
NEARLY_ALL = 0.9
SURPRISE = 3.0  # standard deviations above chance
ALWAYS = 0.995  # agreement, over all positions, with a search that the player always makes
SPARE_SHARE = 0.02  # by which this must be above the agreement with the plain search
MANY_DIFFERENCES = 16  # before a player is said to take moves by their place: many mistakes look so in a few
TIES = 12  # moves among ties that show which of them the player takes
MISSES = 10  # differences that a search may miss, and is still compared with others
CHOSEN, HELD_OUT = slice(0, None, 2), slice(1, None, 2)  # cases on which an explanation is chosen, and tested
QUICK_NODES, COMPILED = 10_000, 100  # nodes of a search that is made in many positions; times as many if compiled
FAR = 1e9  # beyond any result
LOOKED_AT = 60  # differences that are looked at, at each depth
JUDGED = 12  # differences that a deeper search judges, at each depth
Outcomes = Sequence[tuple[float, float]]  # of chance: probability and value, to Max
Fold = Callable[[Outcomes, int, int], float]  # of outcomes, for who moves at the root, and for who has just moved


@dataclass(frozen=True)
class Explanation:
    """How well another search explains the player."""

    name: str  # in words that follow "it chooses as if it"; empty if several searches of different kinds explain it
    cause: Cause | None  # the kind of mistake; None if there are several
    share: float  # of the differences that it explains
    chance: float  # the share that a random other move would explain
    agrees: float  # with the player, over all positions
    differences: int
    cases: int  # that were searched again
    mistake: bool

    @property
    def fact(self) -> Fact:
        return fact(Seen.AS_IF, cause=self.name, share=self.share, n=self.differences, chance=self.chance)


def explain_player(beside: Beside, others: Iterable[OtherSearch] | None = None) -> Explanation | None:
    """The search that explains the player best, if one does. It is chosen on half of the cases. It is named if on the
    other half it explains clearly more than any search of another kind; by its kind alone, if others of its kind
    explain as much."""
    every = {int(depth): shares > 0.0 for depth, shares in beside.off.items()}
    off = {depth: differs for depth, differs in every.items() if differs.sum() >= FEWEST_DIFFERENCES}
    if not off:
        return None
    cases = [*_cases(beside, off, True), *_cases(beside, every, False)]
    place = _place_among_ties(beside)
    tried = [found for other in others or other_searches(beside) if (found := _try(other, cases, place))]
    usual = 1.0 - float(np.mean([differs.mean() for differs in off.values()]))
    explains = [found for found in tried if found.explains(usual)]
    rules = [found for found in explains if not found.other.mistake]
    best = max(rules or explains, key=TriedSearch.merit, default=None)
    if best is None:
        return None
    kind, name = best.other.kind, best.other.name
    if best.other.mistake:
        rivals = {found.other.kind for found in tried if found is not best and not best.clearly_better(found)}
        if kind != Cause.PLACE:  # that moves tie is what another mistake looks like: it explains less, not otherwise
            rivals -= {found.other.kind for found in tried if found.agrees <= best.agrees} & {Cause.PLACE}
        several = bool(rivals - {kind}) or not best.part(HELD_OUT).surprising
        few = best.differs.sum() < MANY_DIFFERENCES or best.explained < ALWAYS
        several = several or (kind == Cause.PLACE and few)  # what takes moves by their place does so each time
        name = "" if several else kind if rivals else name
    chance = float(best.chances[best.differs].mean())
    cause = kind if name else None
    asked = int((~np.isnan(best.hits)).sum())
    return Explanation(
        name, cause, best.explained, chance, best.agrees, int(best.differs.sum()), asked, best.other.mistake
    )


@dataclass(frozen=True)
class DifferenceCase:
    """A position at a depth, how many like it there are, and the moves that a random other choice is made from."""

    position: Record
    depth: int
    weight: float
    others: tuple[Move, ...]  # empty if the player chooses as the plain search does


def _cases(beside: Beside, off: Mapping[int, Column], differ: bool) -> list[DifferenceCase]:
    """Some positions where they differ, or some where they do not."""
    cases = []
    examination = beside.examination
    plain = beside.plain
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
        enough = not self.other.always or self.agrees >= max(ALWAYS, usual + SPARE_SHARE)
        return enough and self.differs.sum() >= FEWEST_DIFFERENCES and self.surprising

    def clearly_better(self, rival: TriedSearch) -> bool:
        """Whether it explains more than another search does, beyond what chance would, on cases that were not used to
        choose it: where the player differs, or everywhere if it counts only then."""
        part, other = self.part(HELD_OUT), rival.part(HELD_OUT)
        known = ~np.isnan(part.hits) if self.other.always else part.differs
        ours, theirs = (np.nan_to_num(each.hits - np.nan_to_num(each.chances))[known] for each in (part, other))
        return len(ours) > 1 and difference(ours, theirs).low > 0.0


def _place_among_ties(beside: Beside) -> int | None:
    """Which of the moves that tie in the plain search the player takes: the first (0), the last (-1), or any (None). So
    it breaks ties in another search too, which is then known move by move."""
    firsts, lasts, n = 0, 0, 0
    for position in beside.examination.positions:
        for depth in beside.examination.depths:
            own, among = position.chosen[PLAYER, depth], position.chosen[beside.plain, depth]
            if len(set(own)) > 1:  # it says which moves tie
                return None
            if len(own) == 1 and len(among) > 1 and own[0] in among:
                listed = [move for move in beside.game.moves(position.state) if move in among]
                firsts, lasts, n = firsts + (own[0] == listed[0]), lasts + (own[0] == listed[-1]), n + 1
    if n < TIES or max(firsts, lasts) < ALWAYS * n:
        return None
    return 0 if firsts >= lasts else -1


def _try(other: OtherSearch, cases: Sequence[DifferenceCase], place: int | None) -> TriedSearch | None:
    """Ask another search in all cases; None if it misses far too many of the differences, or cannot be made."""
    hits, chances = np.full(len(cases), np.nan), np.full(len(cases), np.nan)
    misses = 0.0
    allowed = MISSES + (1.0 - NEARLY_ALL) * sum(bool(case.others) for case in cases)
    for number, case in enumerate(cases):
        try:
            moves = other.choose(case.position, case.depth)
        except Exception:  # the search cannot be made with this game and evaluator
            return None
        if not moves:
            continue
        if place is not None:
            moves = [[move for move in case.position.values if move in moves][place]]
        players_moves = case.position.chosen[PLAYER, case.depth]
        hits[number] = share_among(players_moves, list(moves))
        if len(set(players_moves)) > 1:  # it says which moves tie: these are compared, not only a move among them
            hits[number] = float(set(players_moves) == set(moves))
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
    kind: Cause
    choose: Callable[[Record, int], Collection[Move]]  # the best moves of a position, at a depth; empty: not known
    mistake: bool = True  # a rule is not a mistake
    always: bool = False  # counts only if the player makes this search in all positions


class AlteredGame:
    """A game whose states know how many plies were played, with other results, movers or moves."""

    def __init__(
        self,
        game: AnyGame,
        result: Callable[[State], float] | None = None,
        mover: Callable[[State, int], int] | None = None,
        moves: Callable[[State, int], Sequence[Move]] | None = None,
        free: bool = False,
    ):
        self.game = game
        self.result = result or game.utility
        self.altered = mover
        self.listed = moves
        if hasattr(game, "cost") and not free:
            self.cost = lambda state, move: game.cost(state[0], move)
        if hasattr(game, "outcomes"):
            self.outcomes = lambda state: game.outcomes(state[0])

    def moves(self, state: State) -> Sequence[Move]:
        return self.listed(*state) if self.listed else self.game.moves(state[0])

    def play(self, state: State, move: Move) -> State:
        return self.game.play(state[0], move), state[1] + 1

    def utility(self, state: State) -> float:
        return self.result(state[0])

    def mover(self, state: State) -> int:
        own = self.game.mover(state[0])
        return self.altered(*state) if self.altered and own else own


@dataclass(frozen=True)
class Beside:
    """The player beside a plain search, and what is needed to make other searches."""

    examination: Examination
    plain: str
    game: AnyGame
    evaluate: Evaluate
    error: float = 0.0
    opinions: Sequence[HeardOpinion] = ()

    @cached_property
    def off(self) -> dict[Value, Sample]:
        """The share of the player's moves that the plain search would not choose, position by position."""
        return {d: 1.0 - agreement(self.examination, self.plain, d) for d in self.examination.depths}

    @property
    def goal(self) -> int:
        return GOALS.get(self.plain, 0)

    @property
    def highest(self) -> float:
        """The largest evaluation: values beyond it are results."""
        return max((float(np.abs([o.own, *o.static]).max()) for o in self.opinions), default=math.inf)

    def worth(self, state: State) -> float:
        return opinion_of(self.evaluate(state), self.error, state)[0]

    def at(self, p: Record, depth: int) -> Collection[Move]:
        """The choice of the plain search at another depth."""
        return p.chosen[self.plain, depth] if (self.plain, depth) in p.chosen else self.search(p, depth)

    def search(self, p: Record, depth: int, opinion: Evaluate | None = None, rule: str = "") -> Collection[Move]:
        opinion = opinion or self.evaluate
        return search_choice(self.game, opinion, self.error, p.state, rule or self.plain, depth).moves

    def altered(self, p: Record, depth: int, **how: Any) -> Collection[Move]:
        """The choice of the plain search in an altered game."""
        subject = AlteredGame(self.game, **how)
        return search_choice(subject, lambda s: self.evaluate(s[0]), self.error, (p.state, 0), self.plain, depth).moves

    def values(self, p: Record, depth: int) -> dict[Move, float]:
        return Deeper(self.game, self.evaluate, depth, self.goal).values(p.state)


def other_searches(beside: Beside) -> Iterator[OtherSearch]:
    """Mistakes first, then other rules."""
    yield from _wrong_places(beside)
    yield from _wrong_depths(beside)
    yield from _wrong_leaves(beside)
    yield from _wrong_ends(beside)
    yield from _wrong_sides(beside)
    if beside.plain == EXPECTIMAX:
        yield from chance_searches(beside)
    if beside.plain == MINIMAX:
        for name, rule in RULES.items():
            if name != MINIMAX and not rule.goal and not rule.needs_truth:
                used = partial(beside.search, rule=name)
                yield OtherSearch(f"used the rule {name}", Cause.RULE, used, mistake=False, always=True)


def _wrong_places(beside: Beside) -> Iterator[OtherSearch]:
    def above_zero(p: Record, depth: int) -> Collection[Move]:
        """The best move, if its value is above 0, as if the best value began there; otherwise nothing is said."""
        best = max(beside.values(p, depth).values())
        return list(beside.game.moves(p.state))[:1] if best <= 0.0 else beside.at(p, depth)

    def listed(p: Record, depth: int, place: slice) -> Collection[Move]:
        return list(beside.game.moves(p.state))[place]

    for which, place in (("first", slice(0, 1)), ("last", slice(-1, None))):
        yield OtherSearch(f"saw a tie and took the {which} move", Cause.PLACE, partial(listed, place=place))
    yield OtherSearch("took the first move unless one is worth more than 0", Cause.PLACE, above_zero, always=True)


def _wrong_depths(beside: Beside) -> Iterator[OtherSearch]:
    def further(p: Record, depth: int) -> Collection[Move]:
        """Where a search sees the end of the game, quiescence looks further too, and is not a mistake: nothing is said
        if a move looks like a result."""
        if not is_quick(beside, depth):
            return ()
        values = beside.values(p, depth)
        best = max(values.values())
        only_opinions = max(map(abs, values.values())) <= beside.highest
        return [move for move in values if values[move] == best] if only_opinions else ()

    def at_most(p: Record, depth: int, most: int) -> Collection[Move]:
        return beside.at(p, min(most, depth))

    less, more = Cause.FEWER_PLIES, Cause.MORE_PLIES
    yield OtherSearch("looked one ply less far", less, lambda p, d: beside.at(p, max(1, d - 1)))
    yield OtherSearch("looked two plies less far", less, lambda p, d: beside.at(p, max(1, d - 2)))
    for most in map(int, beside.examination.depths[:-1]):
        plies = "ply" if most == 1 else "plies"
        yield OtherSearch(f"looked at most {most} {plies} ahead", less, partial(at_most, most=most))
    yield OtherSearch("looked one ply further", more, lambda p, d: further(p, d + 1), always=True)
    yield OtherSearch("looked two plies further", more, lambda p, d: further(p, d + 2), always=True)
    yield OtherSearch("looked twice as far", more, lambda p, d: further(p, 2 * d), always=True)


def _wrong_leaves(beside: Beside) -> Iterator[OtherSearch]:
    worth, mover = beside.worth, beside.game.mover
    wrong = {
        ("saw leaves from the wrong side", Cause.SIDES): lambda state: -worth(state),
        ("took the evaluator's value for the player to move", Cause.SIDES): lambda s: (mover(s) or 1) * worth(s),
        ("took the evaluator's value for the other player", Cause.SIDES): lambda s: -(mover(s) or 1) * worth(s),
        ("cut evaluations to whole numbers", Cause.LEAVES): lambda state: float(int(worth(state))),
        ("saw of evaluations only their sign", Cause.LEAVES): lambda state: float(np.sign(worth(state))),
        ("counted leaves as even", Cause.LEAVES): lambda state: 0.0,
    }
    for (name, kind), opinion in wrong.items():
        yield OtherSearch(name, kind, partial(beside.search, opinion=opinion))


def _wrong_ends(beside: Beside) -> Iterator[OtherSearch]:
    utility = beside.game.utility
    wrong: dict[str, Callable[[State], float]] = {
        "saw finished games from the wrong side": lambda state: -utility(state),
        "did not see that a game was finished": beside.worth,
        "counted finished games as even": lambda state: 0.0,
        "counted a draw as lost for Max": lambda state: utility(state) or -1.0,
        "counted a draw as won for Max": lambda state: utility(state) or 1.0,
    }
    for name, result in wrong.items():
        yield OtherSearch(name, Cause.ENDS, partial(beside.altered, result=result))
    if beside.goal and hasattr(beside.game, "cost"):
        yield OtherSearch("forgot what moves cost", Cause.COSTS, partial(beside.altered, free=True))


def _wrong_sides(beside: Beside) -> Iterator[OtherSearch]:
    def worst(p: Record, depth: int) -> Collection[Move]:
        values = beside.values(p, depth)
        return [move for move, value in values.items() if value == min(values.values())]

    def one_side(p: Record, depth: int) -> Collection[Move]:
        side = int(beside.game.mover(p.state))
        return beside.altered(p, depth, mover=lambda state, ply: side)

    def turns(p: Record, depth: int) -> Collection[Move]:
        side = int(beside.game.mover(p.state))
        return beside.altered(p, depth, mover=lambda state, ply: side if ply % 2 == 0 else -side)

    yield OtherSearch("took the worst move, as if for the other side", Cause.SIDES, worst)
    if beside.plain != MINIMAX:
        return
    mover, moves = beside.game.mover, beside.game.moves
    yield OtherSearch("let one side make all choices", Cause.SIDES, one_side)
    yield OtherSearch("let the players take turns, whoever moves", Cause.SIDES, turns)
    below = partial(beside.altered, mover=lambda s, ply: mover(s) * (-1 if ply else 1))
    yield OtherSearch("exchanged the sides below the root", Cause.SIDES, below)
    reply = partial(beside.altered, mover=lambda s, ply: mover(s) * (-1 if ply == 1 else 1))
    yield OtherSearch("chose the reply for the wrong side", Cause.SIDES, reply)

    def first(state: State, ply: int, side: int) -> Sequence[Move]:
        return list(moves(state))[: 1 if ply and mover(state) == side else None]

    for side, name in ((1, "Max"), (-1, "Min")):
        only = partial(beside.altered, moves=partial(first, side=side))
        yield OtherSearch(f"looked at one move of {name} only, below the root", Cause.SOME_MOVES, only)


def _even(after: Outcomes, me: int, last: int) -> float:
    return math.fsum(value for _, value in after) / len(after)


def _likeliest(after: Outcomes, me: int, last: int) -> float:
    return max(after, key=lambda outcome: outcome[0])[1]


def _certain(after: Outcomes, me: int, last: int, whom: int, sign: int) -> float:
    """The outcome that is best for one side: who moves at the root, who has just moved, or Max; or the worst."""
    side = sign * (me, last, 1)[whom]
    return side * max(side * value for _, value in after)


def chance_searches(beside: Beside) -> Iterator[OtherSearch]:
    """Ways to go wrong at a chance node, if only players' moves are plies, and if all moves are; the latter alone is
    only another way to count."""
    folds: dict[str, Fold] = {
        "gave all outcomes of chance the same weight": _even,
        "saw only the likeliest outcome of chance": _likeliest,
    }
    for whom, side in enumerate(("itself", "the player who has just moved", "Max")):
        for name, sign in (("best", 1), ("worst", -1)):
            took = f"took the {name} outcome of chance for certain, for {side}"
            folds[took] = partial(_certain, whom=whom, sign=sign)
    ways = {"": ChanceSearch(beside)}
    ways[", and counted chance as plies"] = ChanceSearch(beside, plies=1)
    ways[", counted chance as plies, and evaluated it"] = ChanceSearch(beside, plies=1, direct=True)
    for how, way in ways.items():
        for name, fold in folds.items():
            yield OtherSearch(f"{name}{how}", Cause.CHANCE, replace(way, fold=fold).moves)
        if how:
            yield OtherSearch(Cause.ROLLS, Cause.ROLLS, way.moves, mistake=False, always=True)


@dataclass(frozen=True)
class ChanceSearch:
    """A search of a game with chance that folds the outcomes in another way, or in which chance takes `plies`. At the
    horizon, a chance node is then worth the mean of its outcomes, or what the evaluator says of itself (`direct`)."""

    beside: Beside
    fold: Fold | None = None
    plies: int = 0
    direct: bool = False

    def moves(self, p: Record, depth: int) -> Collection[Move]:
        me = mover_of(self.beside.game, p.state)
        values = {
            move: me * self.value(play_of(self.beside.game, p.state, move), depth - 1, me, me)
            for move in moves_of(self.beside.game, p.state)
        }
        best = max(values.values())
        return [move for move, value in values.items() if math.isclose(value, best, abs_tol=1e-12)]

    def value(self, state: State, remaining: int, me: int, last: int) -> float:
        """To Max. `me` moves at the root, `last` has just moved."""
        game = self.beside.game
        if not len(moves_of(game, state)):
            return utility_of(game, state)
        if is_chance(game, state):
            if remaining <= 0 and self.plies:
                return self.beside.worth(state) if self.direct else worth_of(game, self.beside.evaluate)(state)
            after = [
                (chance, self.value(play_of(game, state, move), remaining - self.plies, me, last))
                for move, chance in outcomes_of(game, state)
            ]
            return self.fold(after, me, last) if self.fold else expected(*zip(*after))
        if remaining <= 0:
            return self.beside.worth(state)
        side = mover_of(game, state)
        return side * max(
            side * self.value(play_of(game, state, move), remaining - 1, me, side) for move in moves_of(game, state)
        )


def proven_worse(beside: Beside) -> tuple[int, int]:
    """How many of the player's choices a search of the same depth proves to be worse than another, of how many that
    differ. No evaluator is needed: every position at the horizon is worth as much as possible to one side, and then as
    little as possible."""
    if not beside.opinions or beside.goal:  # moves of one player cost something: their values have no such bounds
        return 0, 0
    highest = beside.highest
    examination = beside.examination
    proven = 0
    looked = 0
    for depth in map(int, examination.depths):
        off = np.flatnonzero(beside.off[depth] > 0.0).tolist()
        for position in (examination.positions[n] for n in spread(off, LOOKED_AT)):
            usual = position.chosen[beside.plain, depth]
            chosen = next(move for move in position.chosen[PLAYER, depth] if move not in usual)
            try:
                most = _bound(beside, position.state, chosen, depth, FAR)
                least = _bound(beside, position.state, usual[0], depth, -FAR)
            except Exception:  # the search cannot be made with this game
                return 0, 0
            # A search also avoids a proven loss, and takes a proven win, if the truth says that it is not in vain.
            lost, won = most < -highest and position.best > most, least > highest and position.values[chosen] < least
            proven, looked = proven + (least > most or (examination.exact and (lost or won))), looked + 1
    return proven, looked


def _bound(beside: Beside, state: State, move: Move, depth: int, horizon: float) -> float:
    """The value of a move to the player who makes it, if all positions at the horizon are worth this much to him."""
    game = beside.game
    me = mover_of(game, state)
    after = play_of(game, state, move)
    if not len(moves_of(game, after)):
        return me * utility_of(game, after)
    if depth == 1:
        return horizon
    choice = search_choice(game, lambda _: me * horizon, 0.0, after, beside.plain, depth - 1)
    return choice.value * me * mover_of(game, after)


def is_quick(beside: Beside, depth: int) -> bool:
    """Whether a plain search of this depth has few nodes, if they grow with each ply as before. The clock is not asked:
    the same seed gives the same findings."""
    examination, plain = beside.examination, beside.plain
    known = [cost.nodes for at in examination.depths if (cost := examination.costs(plain).get(at))][-2:]
    if len(known) < 2:
        return False
    plies = (depth - examination.depths[-1]) / (examination.depths[-1] - examination.depths[-2])
    state = examination.positions[0].state
    subject = subject_of(beside.game, state, RULES[MINIMAX], 1, beside.evaluate, 0.0) if plain == MINIMAX else None
    most = QUICK_NODES * (COMPILED if subject and subject.compiled else 1)
    nodes = float(known[1] * max(1.5, known[1] / max(known[0], 1e-9)) ** plies)
    return 0.0 < nodes < most


def judge_deeper(beside: Beside, search_on: bool = True) -> tuple[int, int]:
    """In how many of the positions in which the player differs its moves are worse, and in how many better, than those
    of the plain search: by an exact truth, or else by a search two plies deeper. What a sound search adds, it adds
    because it sees further."""
    totals = Counter[int]()
    examination = beside.examination
    for depth in map(int, examination.depths):
        quick = search_on and is_quick(beside, depth + 2)
        off = np.flatnonzero(beside.off[depth] > 0.0).tolist()
        for number in spread(off, JUDGED):
            position = examination.positions[number]
            ours, theirs = position.chosen[PLAYER, depth], position.chosen[beside.plain, depth]
            shares = position.p_opt(PLAYER, depth), position.p_opt(beside.plain, depth)
            gain = shares[0] - shares[1] if examination.exact else 0.0
            if not gain and quick:
                try:
                    values = beside.values(position, depth + 2)
                except Exception:  # a user's evaluator may fail where the other search did not ask it
                    continue
                gain = float(np.mean([values[m] for m in ours]) - np.mean([values[m] for m in theirs]))
            totals[number] += int(np.sign(gain))
    return sum(total < 0 for total in totals.values()), sum(total > 0 for total in totals.values())
