"""Advice: the rule and depth that do best on half of the positions, with their gain on the other half."""

from __future__ import annotations

from dataclasses import dataclass

from overthink.core.estimate import Estimate
from overthink.doctor.examine import Examination
from overthink.doctor.player import EXPECTIMAX, PLAYER
from overthink.measure.knob import Value
from overthink.measure.paired import difference

ENGINE = "engine"  # takes the place of the rule when a chess engine is examined
LINES = {
    ENGINE: "go depth {depth}",
    PLAYER: "player(state, {depth})",
    EXPECTIMAX: "ot.expectimax(game, state, depth={depth}, evaluate=evaluate)",
}
USUAL = 'ot.decide(game, state, rule="{rule}", depth={depth}, evaluate=evaluate)'


@dataclass(frozen=True)
class Advice:
    """The rule and depth that did best on half of the positions, and their gain on the other half."""

    rule: str
    depth: Value
    gain: Estimate  # in accuracy, over the first rule at the greatest depth
    instead_of: tuple[str, Value]

    @property
    def line(self) -> str:
        """The code to use."""
        return LINES.get(self.rule, USUAL).format(rule=self.rule, depth=self.depth)

    @property
    def sentence(self) -> str:
        rule, depth = self.instead_of
        if (self.rule, self.depth) == (rule, depth):
            return f"stay with {rule} at depth {depth}: no other rule or depth did better"
        points = f"{100 * self.gain.mean:+.1f} points [{100 * self.gain.low:+.1f}, {100 * self.gain.high:+.1f}]"
        if self.gain.low > 0.0:
            use = f"use {self.rule} at depth {self.depth} instead of {rule} at depth {depth}"
            return f"{use}: {points} on held-out positions"
        best = f"{self.rule} at depth {self.depth} did best, {points} on held-out positions"
        return f"no rule or depth is clearly better than {rule} at depth {depth}; {best}"

    def __str__(self) -> str:
        return f"{self.sentence}\n  {self.line}"


def advise(examination: Examination) -> Advice:
    """Choose on the even-numbered positions, and measure the gain on the odd-numbered ones."""
    accuracy = {rule: examination.accuracy(rule) for rule in examination.rules}
    current = examination.rules[0], examination.depths[-1]
    best = max(
        ((rule, depth) for rule in examination.rules for depth in examination.depths),
        key=lambda at: (float(accuracy[at[0]][at[1]][::2].mean()), at == current, -at[1]),
    )
    after, before = (accuracy[rule][depth][1::2] for rule, depth in (best, current))
    gain = difference(after, before) if len(after) > 1 else Estimate(0.0, -1.0, 1.0, len(after))
    return Advice(*best, gain, current)
