"""Which known mistake makes the choices of a player that is not what it claims?

Each mistake is a plain search with one part replaced. It says how likely each answer is: one of the moves that tie for
it, or now and then any move. A random choice outside the best moves is the measure: with two moves, it says as much as
any mistake does, so such positions tell mistakes apart and prove none. So does a slip to the second best move, which
most mistakes explain. A mistake is named if it makes the answers far likelier than that, and than mistakes of other
kinds do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from overthink.core.checked import evaluation_of, mover_of, moves_of, utility_of
from overthink.core.estimate import Sample
from overthink.doctor.ask.players import search_choice
from overthink.doctor.claims.ask import Answer, Call
from overthink.doctor.claims.plain import Outcomes, Plain, best_of
from overthink.doctor.find.causes import worth_of
from overthink.doctor.record import MINIMAX, Move, MoveValues, State
from overthink.doctor.words import Cause
from overthink.measure.judgement import Value
from overthink.rules import RULES
from overthink.search.subjects.bind import has_chance

ANY_MOVE = 0.02  # of its answers, a player with a mistake gives for another reason; doubled, other mistakes fit too
PROOF = math.log(1000.0)  # times as likely as by a random other choice: about 60 mistakes are tried
APART = math.log(20.0)  # times as likely as by a mistake of another kind
HOPELESS = 4.0  # misses, in the first differences, after which a mistake is not tried any longer
LARGEST_LIMIT = 8  # of moves that are tried


@dataclass(frozen=True)
class Answered:
    """An answer, the moves that the claim allows, and all moves."""

    answer: Answer
    best: tuple[Move, ...]
    moves: tuple[Move, ...]
    values: MoveValues  # of the moves, if this answer is not what is claimed

    def likely(self, best: Sequence[Move]) -> Sample:
        """The logarithms of the probability of this answer if these moves tie for the player, and it chooses any of
        them, the first, or the last; now and then, any move."""
        chosen = self.answer.moves
        if len(chosen) > 1:
            hits = 3 * [float(set(chosen) == set(best))]
        else:
            hits = [
                (chosen[0] in best) / max(1, len(best)),
                *(float(chosen == (*each,)) for each in (best[:1], best[-1:])),
            ]
        return np.log(ANY_MOVE / len(self.moves) + (1.0 - ANY_MOVE) * np.array(hits))

    def by_chance(self) -> float:
        """The same for any of them, if the player chooses at random where it leaves the best moves: among the others,
        or rather among those that are nearly as good, as a search does that loses its way now and then."""
        if not self.values:
            return float(self.likely(self.best)[0])
        others = sorted((move for move in self.moves if move not in self.best), key=self.values.__getitem__)
        place = len(others) - 1 - max(map(others.index, set(self.answer.moves) - set(self.best)))
        return math.log((1.0 / len(others) + 0.5 ** (place + 1)) / 2.0)


@dataclass(frozen=True)
class Mistake:
    """A search that the player might make."""

    name: str  # follows "it chooses as if it"
    kind: Cause
    best: Callable[[Call], Sequence[Move]]
    double: bool = False  # two mistakes at once: named only if neither alone explains as much


@dataclass(frozen=True)
class Named:
    """The mistake that explains a player, or the kind of mistake."""

    name: str  # follows "it chooses as if it"
    kind: Cause
    explained: int  # of the answers that are not what is claimed
    differences: int


def name_cause(plain: Plain, cases: Sequence[Answered], depths: Sequence[Value]) -> Named | None:
    """The mistake that explains these answers; None if none explains them, or several kinds do."""
    tried = [(score[0], score[1], mistake) for mistake in mistakes(plain, depths) if (score := _score(mistake, cases))]
    if not tried:
        return None
    chance = math.fsum(case.by_chance() for case in cases)
    tied, explained, best = max(tried, key=lambda each: each[0].max())
    likely = tied.max()
    rival = max((each[0].max() for each in tried if each[2].kind != best.kind), default=-math.inf)
    if tied[0] < chance + PROOF or likely < rival + APART:  # a rule for ties proves nothing: most moves may tie
        return None
    others = [each for each in tried if each[2].kind == best.kind and each[2] is not best]
    like = [each for each in others if each[0].max() > likely - APART]
    differences = sum(not set(case.answer.moves) <= set(case.best) for case in cases)
    return Named(best.kind if like else best.name, best.kind, explained, differences)


def _score(mistake: Mistake, cases: Sequence[Answered]) -> tuple[Sample, int] | None:
    """The logarithm of how likely the answers are by each rule for ties, and how many differences it explains; None if
    it explains too few, or cannot be made with this game and evaluator."""
    likely, explained, missed = np.zeros(3), 0, 0
    for case in cases:
        try:
            best = mistake.best(case.answer.call)
        except Exception:  # the evaluator may fail where the player does not ask it
            return None
        chosen = case.answer.moves
        hit = set(chosen) == set(best) if len(chosen) > 1 else chosen[0] in best
        likely += case.likely(best)
        if not set(chosen) <= set(case.best):
            explained, missed = explained + hit, missed + (not hit)
            if missed > HOPELESS + explained:
                return None
    return likely - (2.0 * APART if mistake.double else 0.0), explained


def mistakes(plain: Plain, depths: Sequence[Value]) -> Iterator[Mistake]:
    """All known mistakes of a plain search."""

    def altered(**parts: object) -> Callable[[Call], Sequence[Move]]:
        other = replace(plain, pruned=False, **parts)  # type: ignore[arg-type]
        return lambda call: other.best(call.state, int(call.depth))

    yield from _wrong_depths(plain, depths)
    yield from _wrong_places(plain)
    yield from _wrong_leaves(plain, altered)
    yield from _wrong_ends(plain, altered)
    yield from _wrong_sides(plain, altered)
    yield from _wrong_moves(plain, altered)
    if has_chance(plain.game):
        yield from _wrong_chances(altered)
    elif not hasattr(plain.game, "cost"):
        for name, rule in RULES.items():
            if name != MINIMAX and not rule.goal and not rule.needs_truth:
                yield Mistake(f"used the rule {name}", Cause.RULE, partial(_by_rule, plain, name))


Altered = Callable[..., Callable[[Call], Sequence[Move]]]


def _by_rule(plain: Plain, rule: str, call: Call) -> Sequence[Move]:
    return search_choice(plain.game, plain.evaluate, 0.0, call.state, rule, int(call.depth)).moves


def _wrong_depths(plain: Plain, depths: Sequence[Value]) -> Iterator[Mistake]:
    def at(call: Call, change: Callable[[int], int]) -> Sequence[Move]:
        return plain.best(call.state, max(1, change(int(call.depth))))

    changes: dict[str, tuple[Cause, Callable[[int], int]]] = {
        "looked one ply less far": (Cause.FEWER_PLIES, lambda depth: depth - 1),
        "looked two plies less far": (Cause.FEWER_PLIES, lambda depth: depth - 2),
        "looked one ply further": (Cause.MORE_PLIES, lambda depth: depth + 1),
        "looked twice as far": (Cause.MORE_PLIES, lambda depth: 2 * depth),
    }
    for most in map(int, depths[:-1]):
        plies = "ply" if most == 1 else "plies"
        changes[f"looked at most {most} {plies} ahead"] = Cause.FEWER_PLIES, partial(min, most)
    for name, (kind, change) in changes.items():
        yield Mistake(name, kind, partial(at, change=change))

    def blind_at_one(call: Call) -> Sequence[Move]:
        return at(call, lambda depth: depth - 1) if call.depth > 1 else tuple(moves_of(plain.game, call.state))

    yield Mistake("looked one ply less far, and at depth 1 at nothing", Cause.FEWER_PLIES, blind_at_one)


def _wrong_places(plain: Plain) -> Iterator[Mistake]:
    def above_zero(call: Call) -> Sequence[Move]:
        values = plain.values(call.state, int(call.depth))
        return best_of(values) if max(values.values()) > 0.0 else list(values)[:1]

    for which, place in (("first", 0), ("last", -1)):
        listed = lambda call, place=place: [list(moves_of(plain.game, call.state))[place]]  # noqa: E731
        yield Mistake(f"took the {which} move of the list", Cause.PLACE, listed)
    yield Mistake("took the first move unless one is worth more than 0", Cause.PLACE, above_zero)


def _wrong_leaves(plain: Plain, altered: Altered) -> Iterator[Mistake]:
    def worth(state: State) -> float:
        assert plain.evaluate
        return evaluation_of(plain.evaluate, 0.0, state)[0]

    mover = partial(mover_of, plain.game)
    wrong: dict[str, tuple[Cause, Callable[[State], float]]] = {
        "saw leaves from the wrong side": (Cause.SIDES, lambda s: -worth(s)),
        "took the evaluator's value for the player to move": (Cause.SIDES, lambda s: (mover(s) or 1) * worth(s)),
        "took the evaluator's value for the other player": (Cause.SIDES, lambda s: -(mover(s) or 1) * worth(s)),
        "cut evaluations to whole numbers": (Cause.LEAVES, lambda s: float(int(worth(s)))),
        "saw of evaluations only their sign": (Cause.LEAVES, lambda s: float(np.sign(worth(s)))),
        "counted leaves as even": (Cause.LEAVES, lambda s: 0.0),
    }
    for name, (kind, opinion) in wrong.items() if plain.evaluate else ():
        yield Mistake(name, kind, altered(evaluate=opinion))


def _wrong_ends(plain: Plain, altered: Altered) -> Iterator[Mistake]:
    utility = partial(utility_of, plain.game)
    wrong: dict[str, Callable[[State], float]] = {
        "saw finished games from the wrong side": lambda state: -utility(state),
        "counted finished games as even": lambda state: 0.0,
        "counted a draw as lost for Max": lambda state: utility(state) or -1.0,
        "counted a draw as won for Max": lambda state: utility(state) or 1.0,
    }
    if plain.evaluate:
        wrong["did not see that a game was finished"] = partial(_evaluation, plain)
    for name, result in wrong.items():
        yield Mistake(name, Cause.ENDS, altered(result=result))
    if hasattr(plain.game, "cost"):
        yield Mistake("forgot what moves cost", Cause.COSTS, altered(free=True))


def _evaluation(plain: Plain, state: State) -> float:
    assert plain.evaluate
    return evaluation_of(plain.evaluate, 0.0, state)[0]


def _wrong_sides(plain: Plain, altered: Altered) -> Iterator[Mistake]:
    mover = partial(mover_of, plain.game)

    def worst(call: Call, only: int = 0) -> Sequence[Move]:
        values = plain.values(call.state, int(call.depth))
        turned = only in (0, mover(call.state))
        return best_of({move: -value for move, value in values.items()} if turned else values)

    def by_root(call: Call, side: Callable[[int, State, int], int], blind: bool = False) -> Sequence[Move]:
        return altered(mover=partial(side, mover(call.state)), blind=blind)(call)

    def in_turn(me: int, state: State, ply: int) -> int:
        return me if ply % 2 == 0 else -me

    sides: dict[str, Callable[[int, State, int], int]] = {
        "let one side make all choices": lambda me, state, ply: me,
        "let the players take turns, whoever moves": in_turn,
        "exchanged the sides below the root": lambda me, state, ply: mover(state) * (-1 if ply else 1),
        "chose the reply for the wrong side": lambda me, state, ply: mover(state) * (-1 if ply == 1 else 1),
    }
    yield Mistake("took the worst move, as if for the other side", Cause.SIDES, worst)
    yield Mistake("took the worst move where Min moves", Cause.SIDES, partial(worst, only=-1))
    yield Mistake("took the worst move where Max moves", Cause.SIDES, partial(worst, only=1))
    for name, side in sides.items():
        yield Mistake(name, Cause.SIDES, partial(by_root, side=side))
    blind = partial(by_root, side=in_turn, blind=True)
    yield Mistake("turned the sign after every move, whoever moves next", Cause.SIDES, blind)


def _wrong_moves(plain: Plain, altered: Altered) -> Iterator[Mistake]:
    game = plain.game

    def first(state: State, ply: int, side: int) -> Sequence[Move]:
        return list(moves_of(game, state))[: 1 if ply and mover_of(game, state) == side else None]

    for side, name in ((1, "Max"), (-1, "Min")):
        only = altered(moves=partial(first, side=side))
        yield Mistake(f"looked at one move of {name} only, below the root", Cause.SOME_MOVES, only)

    def limited(state: State, ply: int, most: int, kept: slice, looks: bool, root: bool) -> Sequence[Move]:
        moves = list(moves_of(game, state))
        if root and ply:
            return moves
        if looks and plain.evaluate and len(moves) > most:
            me, worth = mover_of(game, state), worth_of(game, plain.evaluate)
            moves.sort(key=lambda move: -me * worth(game.play(state, move)))
        return moves[kept] if len(moves) > most else moves

    for most in range(2, LARGEST_LIMIT + 1):
        kinds = {
            "first": (slice(most), False),
            "last": (slice(-most, None), False),
            "best-looking": (slice(most), True),
        }
        for which, (kept, looks) in kinds.items():
            for root, where in ((True, " at the root"), (False, "")):
                few = altered(moves=partial(limited, most=most, kept=kept, looks=looks, root=root))
                yield Mistake(f"tried only the {most} {which} moves{where}", Cause.SOME_MOVES, few)
    for kept, which in ((slice(1, None), "first"), (slice(None, -1), "last")):
        for root, where in ((True, " at the root"), (False, "")):
            few = altered(moves=partial(limited, most=1, kept=kept, looks=False, root=root))
            yield Mistake(f"left out the {which} move{where}", Cause.SOME_MOVES, few)


def _even(after: Outcomes, me: int, last: int) -> float:
    return math.fsum(value for _, value in after) / len(after)


def _without_the_last(after: Outcomes, me: int, last: int) -> float:
    return math.fsum(chance * value for chance, value in after[:-1])


def _likeliest(after: Outcomes, me: int, last: int) -> float:
    return max(after, key=lambda outcome: outcome[0])[1]


def _certain(after: Outcomes, me: int, last: int, whom: int, sign: int) -> float:
    """The outcome that is best for one side: who moves at the root, who has just moved, or Max; or the worst."""
    side = sign * (me, last, 1)[whom]
    return side * max(side * value for _, value in after)


def _wrong_chances(altered: Altered) -> Iterator[Mistake]:
    folds: dict[str, Callable[[Outcomes, int, int], float] | None] = {
        "gave all outcomes of chance the same weight": _even,
        "saw only the likeliest outcome of chance": _likeliest,
        "forgot the last outcome of chance": _without_the_last,
    }
    for whom, side in enumerate(("itself", "the player who has just moved", "Max")):
        for name, sign in (("best", 1), ("worst", -1)):
            took = f"took the {name} outcome of chance for certain, for {side}"
            folds[took] = partial(_certain, whom=whom, sign=sign)
    for rolls, how in ((0, ""), (1, ", and counted chance as plies")):
        for name, fold in folds.items():
            yield Mistake(f"{name}{how}", Cause.CHANCE, altered(fold=fold, rolls=rolls), double=bool(rolls))
    yield Mistake(Cause.ROLLS, Cause.ROLLS, altered(rolls=1))
    yield Mistake(Cause.EARLY, Cause.EARLY, altered(early=True))
