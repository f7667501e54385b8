"""What plies are worth with an evaluator that says how likely it is wrong, and whether another rule makes them worth
more: chosen on every second position, measured on the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from overthink.core.checked import evaluations_of
from overthink.core.estimate import Estimate
from overthink.core.game import Evaluate, KernelGame
from overthink.core.plain import Result
from overthink.doctor.ask.settings import Limits, leaves
from overthink.doctor.record import MINIMAX, AnyGame, At, Examination
from overthink.doctor.words import Seen, fact
from overthink.measure.judgement import Value
from overthink.measure.paired import difference
from overthink.rules import RULES
from overthink.search.decide import decide
from overthink.search.subject import has_chance

SEARCHES = {
    MINIMAX: "alpha-beta",
    "emm": "pruned-emm",
    **dict.fromkeys(("product", "tempered", "bayes"), "pruned-odds"),
}
WORK, COMPILED_WORK = 60_000, 20_000_000  # leaves of the deepest searches of one rule, in Python and compiled
FEWEST_POSITIONS = 60
LEAST_GAIN = 0.0005  # a gain that may be less than this is printed as 0.0 points


@dataclass(frozen=True)
class Plies(Result):
    """What more plies are worth. The rule is chosen on every second position and measured on the others."""

    shallow: Value  # the smallest depth
    deep: Value  # the greatest depth
    minimax: Estimate  # what minimax gains from the smallest depth to the greatest
    rule: str  # the rule that gains most
    depth: Value  # its best depth
    gain: Estimate  # what it gains on the smallest depth
    ahead: Estimate  # of minimax at the greatest depth, on the same positions
    cost: float  # its evaluations, over those of the smallest depth

    @property
    def gains(self) -> bool:
        return self.gain.low >= LEAST_GAIN

    def lines(self) -> list[str]:
        """The two facts, for people."""
        plies = fact(
            Seen.PLIES_GAIN if self.minimax.low >= LEAST_GAIN else Seen.PLIES_GAIN_NOTHING,
            plies=self.deep - self.shallow, deep=self.deep, **_numbers(self.minimax),
        )  # fmt: skip
        kind = Seen.RULE_GAINS if self.gains else Seen.NOTHING_GAINS
        best = fact(kind, rule=self.rule, depth=self.depth, shallow=self.shallow, cost=self.cost, **_numbers(self.gain))
        return [str(plies), str(best)]


def _numbers(gain: Estimate) -> Mapping[str, float]:
    return {"mean": gain.mean, "low": gain.low, "high": gain.high, "n": gain.n}


def worth_of_plies(
    examination: Examination, game: AnyGame | None, evaluate: Evaluate | None, limits: Limits
) -> Plies | None:
    """Try the rules that read probabilities. None if the evaluator states no errors, if another search than minimax is
    examined, or if there are too few positions or too little time."""
    plain = examination.rules == (MINIMAX,) and examination.knob.plies
    if game is None or evaluate is None or not plain or has_chance(game) or hasattr(game, "cost"):
        return None
    records = examination.positions
    b = float(np.mean([len(record.values) for record in records] or [1]))
    work = COMPILED_WORK if isinstance(game, KernelGame) and game.compiled else WORK
    number = int(min(len(records), work / leaves(b, int(examination.depths[-1]), pruned=False)))
    if number < FEWEST_POSITIONS or not _states_errors(evaluate, [record.state for record in records[:number]]):
        return None
    right: dict[At, list[float]] = {(rule, depth): [] for rule in SEARCHES for depth in examination.depths}
    asked = dict.fromkeys(right, 0.0)
    enough = 0.5 * limits.left
    for record in records[:number]:
        if limits.left < enough:
            break
        for rule, depth in right:
            search, ply = SEARCHES[rule], int(depth)
            found = decide(game, record.state, rule=rule, search=search, depth=ply, evaluate=evaluate)
            inside = found.nodes.internal if RULES[rule].settles else 0
            asked[rule, depth] += found.nodes.frontier + inside
            right[rule, depth].append(sum(move in record.right for move in found.moves) / len(found.moves))
    shares = {at: np.array(each) for at, each in right.items()}
    shallow, deep = (MINIMAX, examination.depths[0]), (MINIMAX, examination.depths[-1])
    if len(shares[deep]) < FEWEST_POSITIONS:
        return None
    deeper = [at for at in shares if at[1] > shallow[1]]
    best = max(deeper, key=lambda at: (float(shares[at][::2].mean()), -asked[at]))
    gain, ahead = (difference(shares[best][1::2], shares[at][1::2]) for at in (shallow, deep))
    plies, cost = difference(shares[deep], shares[shallow]), asked[best] / max(1.0, asked[shallow])
    return Plies(shallow[1], deep[1], plies, *best, gain, ahead, cost)


def _states_errors(evaluate: Evaluate, states: list[object]) -> bool:
    """Whether the evaluator says how likely it is wrong."""
    try:
        return bool(evaluations_of(evaluate, 0.0, states)[1].any())
    except Exception:  # a user's evaluator fails in some position: other checks name it
        return False
