"""Advice that follows from the verdict: the mend of a suspected bug, a rule and depth that are surely better, or none.

A rule and depth are chosen on half of the positions, and their gain is measured on the other half.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.doctor.check import Imitator, Outcome, falls
from overthink.doctor.comparison import PlayerComparison
from overthink.doctor.examine import Examination
from overthink.doctor.player import EXPECTIMAX, PLAYER, agreement, plain_rule
from overthink.doctor.remedies import Trial
from overthink.measure.best_value import LESS, NO_COSTLIER, best_value
from overthink.measure.judgement import Judgement, Kind
from overthink.measure.knob import Value
from overthink.measure.paired import difference
from overthink.rules.learned import LearnedRule, Learning, odds_rule

ENGINE = "engine"  # takes the place of the rule when a chess engine is examined
LINES = {
    PLAYER: "{player}({state}, {depth})",
    EXPECTIMAX: "ot.expectimax({game}, {state}, depth={depth}, evaluate={evaluate})",
}
LEARNED = "ot.decide({game}, {state}, rule=diagnosis.advice.learned, depth={depth}, evaluate={evaluate})"
USUAL = 'ot.decide({game}, {state}, rule="{rule}", depth={depth}, evaluate={evaluate}{error})'
BESIDE = "{player}({state}, {depth}), "
NAMES = {name: name for name in ("game", "state", "evaluate", "player")}  # of a user's own things
LEAST = 0.0005  # a gain that may be less than this is printed as +0.0 points
LONGEST = 200  # characters of a position that fits into a line


@dataclass(frozen=True)
class Advice:
    """What to do, and the line to use; empty if there is none."""

    sentence: str
    line: str = ""  # of Python; what to send, for an engine
    rule: str = ""  # the rule and depth that are surely better than the first rule at the greatest depth, if any are
    depth: Value | None = None
    gain: Estimate | None = None  # in accuracy, on held-out positions
    other_rules: dict[str, dict[Value, Estimate]] = field(default_factory=dict)  # accuracy of rules that were tried
    template: str = ""  # the line with places for names; empty if a line needs none
    words: dict[str, str] = field(default_factory=dict)  # what the other places hold
    learning: Learning | None = None  # what was learned, if a learned rule is advised

    @property
    def learned(self) -> LearnedRule:
        """The learned rule that is advised; `save` keeps it."""
        if self.learning is None:
            raise OverthinkError("No learned rule is advised.")
        return odds_rule(self.rule, self.learning)

    def line_for(self, **names: str) -> str:
        """The line with the user's own names for the game, the evaluator and the player."""
        return self.template.format(**{**NAMES, **names, **self.words}) if self.template else self.line

    def __str__(self) -> str:
        return f"{self.sentence}\n  {self.line}" if self.line else self.sentence


def advise(
    examination: Examination,
    judgement: Judgement,
    imitators: Sequence[Imitator] = (),
    comparison: PlayerComparison | None = None,
    trial: Trial | None = None,
    error: float = 0.0,
) -> Advice:
    """Advise on the first rule. `trial` has the choices of other rules, with the `error` that they used."""
    suspects = [i for i in imitators if i.outcome == Outcome.SUSPECTED and i.doubts]
    if suspects:
        return _mend(suspects, examination, comparison)
    source, learned = trial or (examination, None)
    current = examination.rules[0], examination.depths[-1]
    tried = {
        rule: _shares(source, rule, held_out=learned is not None and rule == learned.name)
        for rule in source.rules
        if rule not in examination.rules
    }
    rule, depth, gain = _best(source, judgement, current)
    here = _name(examination, *current)
    if gain is None or gain.low < LEAST:
        cheaper = _cheaper(examination, judgement)
        if judgement.kind == Kind.BETTER:
            return Advice(f"stay with {here}{cheaper}", other_rules=tried)
        more = "; other rules were tried" if tried else ""
        return Advice(f"nothing is surely better than {here}{cheaper}{more}", other_rules=tried)
    points = f"{100 * gain.mean:+.1f} points [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"
    if _ties_alone(examination, rule, depth):
        sentence = f"choose at random among moves that tie at {examination.knob.at(depth)}: {points}"
        return Advice(f"{sentence} on {gain.n:,} held-out positions", "", rule, depth, gain, tried)
    sentence = f"use {_name(examination, rule, depth)} instead of {here}: {points} on {gain.n:,} held-out positions"
    template, words = _line(examination, rule, depth, error if rule in tried else 0.0)
    if learned and rule == learned.name:
        return _with_line(Advice(sentence, "", rule, depth, gain, tried, LEARNED, words, learned.learned))
    return _with_line(Advice(sentence, "", rule, depth, gain, tried, template, words))


def _cheaper(examination: Examination, judgement: Judgement) -> str:
    """Less effort that no costlier value surely beats. Empty if there is none, or if more positions are needed."""
    rule, knob = examination.rules[0], examination.knob
    if judgement.kind == Kind.UNCLEAR and judgement.needed:
        return ""
    best = best_value(examination.accuracy(rule), knob, examination.costs(rule))
    return f"; {knob.at(best.value)} may do, {best.price}: {NO_COSTLIER}" if best.price.startswith(LESS) else ""


def _mend(suspects: Sequence[Imitator], examination: Examination, comparison: PlayerComparison | None) -> Advice:
    """First the mends of what is suspected; no rule or depth, because the numbers may come from a bug. Then both
    searches in the position that tells most, if Python can read it."""
    mends = [imitator.mend or f"rule out {imitator.name}" for imitator in suspects]
    sentence = "; ".join([*mends, "then examine it again"])
    if not comparison or not comparison.telling:
        return Advice(sentence)
    telling = comparison.telling[0]
    state = repr(examination.positions[telling.number].state)
    try:
        ast.literal_eval(state)
    except (ValueError, SyntaxError):  # an object of the user's own
        return Advice(sentence)
    if len(state) > LONGEST:
        return Advice(sentence)
    template, words = _line(examination, comparison.plain, telling.depth, 0.0)
    return _with_line(Advice(sentence, template=BESIDE + template, words={**words, "state": state}))


def _with_line(advice: Advice) -> Advice:
    return replace(advice, line=advice.line_for())


def _best(
    examination: Examination, judgement: Judgement, current: tuple[str, Value]
) -> tuple[str, Value, Estimate | None]:
    """The best rule and depth on every second position, and its gain on the others. A smaller depth of the same rule
    counts only where the judgement says that accuracy drops after it."""
    accuracy = {rule: examination.accuracy(rule) for rule in examination.rules}
    drops = {pair.shallow for pair in falls(judgement) if pair.deep == current[1]}
    options = [
        (rule, depth)
        for rule in examination.rules
        for depth in examination.depths
        if rule != current[0] or depth in drops
    ]
    if not options:
        return *current, None
    best = max(options, key=lambda at: (float(accuracy[at[0]][at[1]][::2].mean()), -at[1]))
    after, before = (accuracy[rule][depth][1::2] for rule, depth in (best, current))
    return *best, difference(after, before) if len(after) > 1 else None


def _ties_alone(examination: Examination, rule: str, depth: Value) -> bool:
    """Whether the player differs from this plain search, at the greatest depth, only in the choice among ties."""
    if examination.rules[0] != PLAYER or rule != plain_rule(examination) or depth != examination.depths[-1]:
        return False
    return bool(agreement(examination, rule, depth).min() == 1.0)


def _shares(examination: Examination, rule: str, held_out: bool) -> dict[Value, Estimate]:
    """The accuracy of a rule; of one that learned from every second position, on the others."""
    step = slice(1, None, 2) if held_out else slice(None)
    return {depth: Estimate.share(shares[step]) for depth, shares in examination.accuracy(rule).items()}


def _name(examination: Examination, rule: str, depth: Value) -> str:
    return f"{'the ' if rule in (PLAYER, ENGINE) else ''}{rule} at {examination.knob.at(depth)}"


def _line(examination: Examination, rule: str, depth: Value, error: float) -> tuple[str, dict[str, str]]:
    """A template, and the words for its places."""
    knob, value = examination.knob, examination.knob.text(depth).replace(",", "")
    if rule == ENGINE:
        return "go {name} {depth}", {"name": knob.name, "depth": value}
    words = {"rule": rule, "depth": value, "error": f", error={error:.2g}" if error else ""}
    return LINES.get(rule, USUAL), words
