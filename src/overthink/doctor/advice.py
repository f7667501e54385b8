"""What to do: chosen on one half of the positions, reported on the other."""

from __future__ import annotations

from dataclasses import dataclass

from overthink.core.estimate import Estimate
from overthink.doctor.examine import Examination
from overthink.doctor.player import EXPECTIMAX, PLAYER
from overthink.measure.paired import difference

ENGINE = "engine"  # stands for the rule where a chess engine is examined
LINES = {
    ENGINE: "go depth {depth}",
    PLAYER: "player(state, {depth})",
    EXPECTIMAX: "ot.expectimax(game, state, depth={depth}, evaluate=evaluate)",
}
USUAL = 'ot.decide(game, state, rule="{rule}", depth={depth}, evaluate=evaluate)'


@dataclass(frozen=True)
class Advice:
    """The rule and depth that did best on one half of the positions, and their gain on the other."""

    rule: str
    depth: int
    gain: Estimate  # in accuracy, over the first rule at the greatest depth
    instead_of: tuple[str, int]

    @property
    def line(self) -> str:
        """The code that does it."""
        return LINES.get(self.rule, USUAL).format(rule=self.rule, depth=self.depth)

    @property
    def sentence(self) -> str:
        rule, depth = self.instead_of
        if (self.rule, self.depth) == (rule, depth):
            return f"stay with {rule} at depth {depth}: nothing that was tried did better"
        points = f"{100 * self.gain.mean:+.1f} points [{100 * self.gain.low:+.1f}, {100 * self.gain.high:+.1f}]"
        if self.gain.low > 0.0:
            use = f"use {self.rule} at depth {self.depth} instead of {rule} at depth {depth}"
            return f"{use}: {points} on held-out positions"
        best = f"{self.rule} at depth {self.depth} did best, {points} on held-out positions"
        return f"nothing is surely better than {rule} at depth {depth}; {best}"

    def __str__(self) -> str:
        return f"{self.sentence}\n  {self.line}"


def advise(examination: Examination) -> Advice:
    """Chosen on the even-numbered positions, reported on the odd-numbered."""
    accuracy = {rule: examination.accuracy(rule) for rule in examination.rules}
    now = examination.rules[0], examination.depths[-1]
    best = max(
        ((rule, depth) for rule in examination.rules for depth in examination.depths),
        key=lambda at: (float(accuracy[at[0]][at[1]][::2].mean()), at == now, -at[1]),
    )
    then, before = (accuracy[rule][depth][1::2] for rule, depth in (best, now))
    gain = difference(then, before) if len(then) > 1 else Estimate(0.0, -1.0, 1.0, len(then))
    return Advice(*best, gain, now)
