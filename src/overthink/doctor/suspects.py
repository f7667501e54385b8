"""All imitators of one examination; those that need a search of the user's own beside a plain one are checked here.

A plain search of the same depth with the same evaluator says what the player should have chosen. Where the player's
answers depend on what it was asked before, it remembers what it should not; where they are explained better by a search
that leaves moves out, it leaves moves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.doctor.examine import Examination, Examined
from overthink.doctor.imitators import (
    LARGE,
    NOT_TESTABLE,
    RULED_OUT,
    SURE,
    SUSPECTED,
    Imitator,
    equal_wins,
    few_positions,
    odd_and_even,
    weak_reference,
    wrong_side,
)
from overthink.doctor.opinions import Opinion, said_of
from overthink.doctor.player import PLAYER, PRUNED
from overthink.doctor.reference import Doubt
from overthink.measure.groups import apart
from overthink.measure.judgement import Judgement
from overthink.measure.paired import difference
from overthink.search.decide import decide

TABLE, BEAM, TIES = "a stale or shared transposition table", "a beam or move limit", "tie-breaking"
SAMPLE = 60  # positions that are searched again with moves left out
WIDEST = 8  # the most moves that a limit is tried with
MINIMAX = "minimax"


def suspects(
    seen: Examination,
    judgement: Judgement,
    doubt: Doubt,
    heard: Sequence[Opinion],
    game: Any,
    evaluate: Evaluate | None,
) -> tuple[Imitator, ...]:
    """All checks, for the first rule. What a first suspicion would explain is not tested on top of it."""
    rule = seen.rules[0]
    side = wrong_side(heard) if heard else Imitator("evaluation from the wrong side", NOT_TESTABLE, "no evaluator")
    memory, ties = table(seen), tie_breaking(seen)
    first = next((each for each in (side, memory, ties) if each.found == SUSPECTED), None)
    found = [
        odd_and_even(seen, rule, judgement),
        equal_wins(seen, rule),
        ties,
        memory,
        Imitator(BEAM, SUSPECTED, "") if first else beam(seen, game, evaluate),
        weak_reference(seen, doubt),
    ]
    return (side, *(_after(first, each) for each in found), few_positions(seen, judgement))


def _after(first: Imitator | None, other: Imitator) -> Imitator:
    if first is None or other is first or other.found == RULED_OUT:
        return other
    return Imitator(other.name, NOT_TESTABLE, f"not before it is certain that it is not {first.name}")


def _plain(seen: Examination) -> str | None:
    """The rule that a player's choices are compared with."""
    return next((rule for rule in seen.rules[1:] if rule in (MINIMAX, "expectimax")), None)


def agreement(seen: Examination, plain: str, depth: int) -> Sample:
    """The share of the player's moves that the plain search would have chosen too, position by position."""
    return np.array([_share(each.chosen[PLAYER, depth], each.chosen[plain, depth]) for each in seen.positions])


def _share(chosen: Sequence[Any], among: Sequence[Any]) -> float:
    return sum(move in among for move in chosen) / len(chosen)


def tie_breaking(seen: Examination) -> Imitator:
    """Whether the move that the player takes of several that tie is right less often than the others."""
    if seen.rules[0] != PLAYER:
        return Imitator(TIES, RULED_OUT, "moves that tie count alike")
    plain = _plain(seen)
    if plain is None:
        return Imitator(TIES, NOT_TESTABLE, "which moves tie is not known without an evaluator")
    costs = {d: difference(*_compared(seen, plain, d), SURE) for d in (seen.depths[0], seen.depths[-1])}
    (shallow, least), (deep, most) = costs.items()
    if most.high < 0.0 and most.mean < -LARGE:
        why = f"of moves that tie it takes worse ones than chance would: {100 * most.mean:+.1f} points at depth {deep}"
        return Imitator(TIES, SUSPECTED, f"{why}, {100 * least.mean:+.1f} at depth {shallow}")
    return Imitator(TIES, RULED_OUT, f"of moves that tie it takes none worse than chance would at depth {deep}")


def _compared(seen: Examination, plain: str, depth: int) -> tuple[Sample, Sample]:
    """How often the player's choice is right, and how often a random one of the moves that tie with it would be."""
    taken, ties = [], []
    for each in seen.positions:
        among, chosen = each.chosen[plain, depth], each.chosen[PLAYER, depth]
        if any(move not in among for move in chosen):
            among = chosen  # not a matter of ties
        taken.append(_share(chosen, each.right))
        ties.append(_share(among, each.right))
    return np.array(taken), np.array(ties)


def table(seen: Examination) -> Imitator:
    """Whether the player's answers depend on what it was asked before: on the order of depths, or on how much it was
    asked. Positions are examined in random order, so that nothing else tells these groups apart."""
    if seen.rules[0] != PLAYER:
        return Imitator(TABLE, RULED_OUT, "the searches used here keep none")
    late, after = np.array([each.deepest_first for each in seen.positions]), np.arange(len(seen.positions))
    splits = {
        ("if asked for the deepest search first", "if asked for the shallowest first"): late,
        ("in the second half of the examination", "in the first"): 2 * after >= len(after),
    }
    if min(late.sum(), (~late).sum()) < 20:
        return Imitator(TABLE, NOT_TESTABLE, "needs more positions, half of them asked with the deepest search first")
    plain, accuracy = _plain(seen), seen.accuracy(PLAYER)
    level = 1.0 - (1.0 - SURE) / (len(seen.depths) * len(splits))
    for depth in reversed(seen.depths):
        results = agreement(seen, plain, depth) if plain else accuracy[depth]
        for (here, there), group in splits.items():
            gap = apart(results[group], results[~group], level)
            if (gap.low > 0.0 or gap.high < 0.0) and abs(gap.mean) > LARGE:
                what = "chooses as a plain search does" if plain else "is right"
                shares = 100 * results[group].mean(), 100 * results[~group].mean()
                why = f"at depth {depth} it {what} in {shares[0]:.1f}% of positions {here}, in {shares[1]:.1f}% {there}"
                return Imitator(TABLE, SUSPECTED, why)
    return Imitator(TABLE, RULED_OUT, "it answers alike, whatever it was asked before")


class Limited:
    """A game in which only some moves are looked at: the first so many, or those that look best."""

    def __init__(self, game: Any, most: int, said: Any = None):
        self.game, self.most, self.said = game, most, said
        self.mover, self.play, self.utility = game.mover, game.play, game.utility

    def moves(self, state: Any) -> list[Any]:
        moves = list(moves_of(self.game, state))
        if self.said is not None and len(moves) > self.most:
            me = self.game.mover(state)
            moves.sort(key=lambda move: -me * self.said(self.game.play(state, move)))
        return moves[: self.most]


def beam(seen: Examination, game: Any, evaluate: Evaluate | None) -> Imitator:
    """Whether a search that leaves moves out explains the player's choices better than one that looks at all."""
    if seen.rules[0] != PLAYER:
        return Imitator(BEAM, RULED_OUT, "every legal move was looked at")
    plain, deep = _plain(seen), seen.depths[-1]
    if plain is None or evaluate is None:
        return Imitator(BEAM, NOT_TESTABLE, "a plain search to compare with needs an evaluator")
    agrees = agreement(seen, plain, deep)
    as_plain = f"as a plain search does in {100 * agrees.mean():.1f}% of positions"
    if agrees.mean() >= 1.0 - LARGE:
        return Imitator(BEAM, RULED_OUT, f"it chooses {as_plain}")
    if plain != MINIMAX:
        return Imitator(BEAM, NOT_TESTABLE, f"it chooses {as_plain}; limits are tried in games without chance only")
    step = max(1, len(seen.positions) // SAMPLE)
    asked, found = seen.positions[::step][:SAMPLE], agrees[::step][:SAMPLE]
    best = max(limits(asked, game, evaluate, deep), key=lambda limit: float(limit[1].mean()), default=None)
    widest = max(len(each.values) for each in asked)
    if best and difference(best[1], found, 1.0 - (1.0 - SURE) / (4 * widest)).low > 0.0:
        why = f"a search of {best[0]} chooses as it does in {100 * best[1].mean():.1f}% of {len(asked)} positions"
        return Imitator(BEAM, SUSPECTED, f"{why}, a plain one in {100 * found.mean():.1f}%")
    return Imitator(BEAM, NOT_TESTABLE, f"it chooses {as_plain}, and no limit on the moves explains the rest")


def limits(asked: Sequence[Examined], game: Any, evaluate: Evaluate, depth: int) -> Iterator[tuple[str, Sample]]:
    """Searches that leave moves out, everywhere or at the root alone, and how well each explains the choices."""
    said = said_of(game, evaluate)
    whole = [
        {option.move: option.value for option in decide(game, each.state, depth=depth, evaluate=evaluate).options}
        for each in asked
    ]
    for most in range(1, min(max(len(each.values) for each in asked), WIDEST + 1)):
        for which, order in (("first", None), ("best-looking", said)):
            limited = Limited(game, most, order)
            name = f"the {most} {which} move{'s' if most > 1 else ''}"
            root = [_best(values, limited.moves(each.state)) for each, values in zip(asked, whole)]
            yield f"{name} at the root", _explained(asked, root, depth)
            below = [
                decide(limited, each.state, search=PRUNED[MINIMAX], depth=depth, evaluate=evaluate).moves
                for each in asked
            ]
            yield name, _explained(asked, below, depth)


def _best(values: Mapping[Any, float], among: Sequence[Any]) -> list[Any]:
    most = max(values[move] for move in among)
    return [move for move in among if values[move] == most]


def _explained(asked: Sequence[Examined], moves: Sequence[Sequence[Any]], depth: int) -> Sample:
    return np.array([_share(each.chosen[PLAYER, depth], those) for each, those in zip(asked, moves)])
