"""A beam or move limit: the player's search does not try all moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.estimate import Sample, simultaneous
from overthink.core.game import Evaluate
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_tested, ruled_out, suspected
from overthink.doctor.comparison import plain_choices
from overthink.doctor.examine import AnyGame, Move, Position, State
from overthink.doctor.opinions import worth_of
from overthink.doctor.player import MINIMAX, PLAYER, PRUNED, agreement, plain_rule, share_among
from overthink.measure.paired import difference
from overthink.search.decide import decide

SAMPLE = 60  # positions that are searched again with fewer moves
FEW = 16  # positions that show whether a limit is worth trying
WIDEST = 8  # the largest limit to try
MOSTLY = 0.9  # agreement that a search must reach to explain the player


def run(case: Case) -> Finding | None:
    """Test whether a search of fewer moves explains the player's choices better than a search of all moves."""
    if not case.examination.knob.plies:
        return None
    if case.engine:
        return not_tested("engines prune moves and do not report which")
    if case.rule != PLAYER:
        return ruled_out("the search tries every legal move")
    examination = case.examination
    plain = plain_rule(examination)
    if plain is None or case.game is None or case.evaluate is None:
        return not_tested("needs an evaluator, for a plain search to compare with")
    agreements = {int(depth): agreement(examination, plain, depth) for depth in reversed(examination.depths)}
    deep = min(agreements, key=lambda depth: float(agreements[depth].mean()))  # where it differs most
    agrees = agreements[deep]
    as_plain = f"the same moves as a plain search in {100 * agrees.mean():.1f}% of positions at depth {deep}"
    if agrees.mean() >= 1.0 - LARGE:
        return ruled_out(f"it chooses {as_plain}")
    if plain != MINIMAX:
        return not_tested(f"it chooses {as_plain}; limits are tested only in games of two players without chance")
    step = max(1, len(examination.positions) // SAMPLE)
    sample, agrees = examination.positions[::step][:SAMPLE], agrees[::step][:SAMPLE]
    limits = _limits(sample, case.game, case.evaluate, deep, agrees)
    best = max(limits, key=lambda limit: float(limit[1].mean()), default=None)
    widest = max(len(position.values) for position in sample)
    better = difference(best[1], agrees, simultaneous(4 * widest, SURE)) if best else None
    if best and better and better.low > 0.0 and best[1].mean() >= MOSTLY:
        share = f"{100 * best[1].mean():.1f}% of {len(sample)} positions at depth {deep}"
        why = f"a search of {best[0]} agrees with it in {share}"
        told = f"{why}, a plain search in {100 * agrees.mean():.1f}%"
        return suspected(told, plain_choices(examination, plain))
    return not_tested(f"it chooses {as_plain}, and no limit on the moves explains the others")


class LimitedGame:
    """A game with at most `most` moves in each position: the first ones, or those that look best."""

    def __init__(self, game: AnyGame, most: int, worth: Callable[[State], float] | None = None):
        self.game, self.most, self.worth = game, most, worth
        self.mover, self.play, self.utility = game.mover, game.play, game.utility

    def moves(self, state: State) -> list[Move]:
        moves, worth = list(moves_of(self.game, state)), self.worth
        if worth is not None and len(moves) > self.most:
            me = self.game.mover(state)
            moves.sort(key=lambda move: -me * worth(self.game.play(state, move)))
        return moves[: self.most]


def _limits(
    sample: Sequence[Position], game: AnyGame, evaluate: Evaluate, depth: int, agrees: Sample
) -> Iterator[tuple[str, Sample]]:
    """Yield searches with fewer moves, everywhere or only at the root, and how well each explains the choices. A search
    that explains the first few no better than the plain search does, by `agrees`, is left out."""

    def searched(limited: LimitedGame, positions: Sequence[Position]) -> Sample:
        return _explained(
            positions,
            [
                decide(limited, position.state, search=PRUNED[MINIMAX], depth=depth, evaluate=evaluate).moves
                for position in positions
            ],
            depth,
        )

    worth = worth_of(game, evaluate)
    whole = [
        {option.move: option.value for option in decide(game, position.state, depth=depth, evaluate=evaluate).options}
        for position in sample
    ]
    # A player that looks at one move compares nothing, or looks one ply ahead: that is not a limit.
    for most in range(2, min(max(len(position.values) for position in sample), WIDEST + 1)):
        for which, order in (("first", None), ("best-looking", worth)):
            limited = LimitedGame(game, most, order)
            name = f"the {most} {which} moves"
            root = [_best(values, limited.moves(position.state)) for position, values in zip(sample, whole)]
            yield f"{name} at the root", _explained(sample, root, depth)
            few = searched(limited, sample[:FEW])
            if few.mean() > agrees[:FEW].mean():
                yield name, np.concatenate([few, searched(limited, sample[FEW:])])


def _best(values: Mapping[Move, float], among: Sequence[Move]) -> list[Move]:
    most = max(values[move] for move in among)
    return [move for move in among if values[move] == most]


def _explained(sample: Sequence[Position], moves: Sequence[Sequence[Move]], depth: int) -> Sample:
    return np.array([share_among(position.chosen[PLAYER, depth], best) for position, best in zip(sample, moves)])


CHECK = Check(
    "a beam or move limit",
    "a search of fewer moves, two or more, agrees with the player more often than a plain search",
    run,
    explains=True,
    costly=True,
    mend="search every legal move, or raise the limit",
)
