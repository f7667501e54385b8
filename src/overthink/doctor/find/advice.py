"""Advice that follows from the verdict: the repair of a suspected bug, a rule and depth that are better, or none.

A rule and depth are chosen on half of the positions, and their gain is measured on the other half. If depth hurts,
other rules are tried on the same positions: published ones, and one that learns from the first half. If the evaluator
says how likely it is wrong, rules that read this are tried too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from overthink.core.checked import evaluations_of, moves_of
from overthink.core.decision import Limit
from overthink.core.errors import OverthinkError, counted
from overthink.core.estimate import Estimate
from overthink.core.game import Evaluate, KernelGame
from overthink.core.identity import identity
from overthink.core.plain import Result
from overthink.doctor.ask.players import agreement, plain_rule, search_choice, share_among
from overthink.doctor.ask.settings import Limits, leaves
from overthink.doctor.find.causes import HeardOpinion, all_moves
from overthink.doctor.find.evidence import falls
from overthink.doctor.finding import Finding, suspects
from overthink.doctor.record import ENGINE, EXPECTIMAX, MINIMAX, PLAYER, AnyGame, At, Examination, Move, Record
from overthink.doctor.words import Seen, fact
from overthink.measure.judgement import NO_COSTLIER, Judgement, Kind, Value, best_value
from overthink.measure.learning import OddsColumns, fit_rule, forest
from overthink.measure.paired import difference
from overthink.rules import RULES
from overthink.rules.learned import LearnedRule, Learning, odds_rule
from overthink.search.best_first import best_first
from overthink.search.decide import decide
from overthink.search.deepening import deepen
from overthink.search.subjects.bind import has_chance

NAMES = {name: name for name in ("game", "state", "evaluate", "player")}  # of a user's own things
NOTABLE = 0.05  # a depth that is right this much more often is the better advice; doubled, cheap and bad is advised
TRIED = ("emm", "product", "bayes", "althofer", "vote")
MOST_LEAVES, MOST_COMPILED_LEAVES = 60_000, 20_000_000  # of a rule's deepest searches; it takes longer
MOST_TRIED, FEWEST_TRIED = 300, 60  # to try rules on; it takes longer, and small runs try none
LIKELIEST = 0.45  # the greatest error that a rule is given; from one half on, the evaluator says the opposite
FEWEST_LABELLED = 100  # positions to learn from; small runs learn nothing
SEARCHES = {  # of the rules that read the errors that an evaluator states
    MINIMAX: "alpha-beta",
    "emm": "pruned-emm",
    **dict.fromkeys(("product", "tempered", "bayes"), "pruned-odds"),
}
LEAST_GAIN = 0.0005  # a gain that may be less than this is printed as 0.0 points


@dataclass(frozen=True)
class Advice:
    """What to do, and the line to use; empty if there is none."""

    sentence: str  # what to do, in one sentence
    line: str = ""  # of Python; what to send, for an engine
    rule: str = ""  # a rule and depth that are significantly better than the first rule at the greatest depth
    depth: Value | None = None  # the depth, or the value of another knob, that goes with the rule
    gain: Estimate | None = None  # in accuracy, on positions that nothing was chosen on
    other_rules: dict[str, dict[Value, Estimate]] = field(default_factory=dict)  # accuracy of rules that were tried
    template: str = ""  # the line with places for the user's names; empty if a line needs none
    learning: Learning | None = None  # what was learned, if a learned rule is advised

    @property
    def learned(self) -> LearnedRule:
        """The learned rule that is advised; `save` keeps it."""
        if self.learning is None:
            raise OverthinkError("No learned rule is advised.")
        return odds_rule(self.rule, self.learning)

    def line_for(self, **names: str) -> str:
        """The line with the user's own names for the game, the evaluator and the player."""
        return self.template.format(**{**NAMES, **names}) if self.template else self.line

    def __str__(self) -> str:
        return f"{self.sentence}\n  {self.line}" if self.line else self.sentence


def advise(
    examination: Examination,
    judgement: Judgement,
    findings: Sequence[Finding] = (),
    trial: Trial | None = None,
    error: float = 0.0,
    plies: Plies | None = None,
) -> Advice:
    """Advise on the first rule. `trial` has the choices of other rules, with the `error` that they used. `plies`: what
    rules on probabilities make of this evaluator."""
    if examination.incomplete:
        return Advice(f"find out why {counted(len(examination.failures), 'position')} failed, then examine it again")
    if suspected := suspects(findings):
        return _mend(suspected)
    if plies and plies.grown and plies.grown.low >= LEAST_GAIN:
        sentence = f"use best-first with {counted(plies.evaluations, 'evaluation')}, as many as alpha-beta makes at "
        sentence += f"{examination.knob.at(plies.deep)}: {_points(plies.grown)} on {plies.grown.n:,} positions"
        grown = f"ot.best_first({{game}}, {{state}}, evaluations={plies.evaluations}, evaluate={{evaluate}})"
        return with_template(Advice(sentence, gain=plies.grown), grown)
    if plies and plies.ahead.low >= LEAST_GAIN:
        sentence = _instead(examination, plies.rule, plies.depth, plies.ahead)
        advice = Advice(sentence, "", plies.rule, plies.depth, plies.ahead)
        return with_template(advice, _line(examination, plies.rule, plies.depth))
    source, learned = trial or (examination, None)
    current = examination.rules[0], examination.depths[-1]
    tried = {
        rule: _shares(source, rule, held_out=learned is not None and rule == learned.name)
        for rule in source.rules
        if rule not in examination.rules
    }
    rule, depth, gain = _best(source, judgement, current)
    if gain is None or gain.low < LEAST_GAIN:
        stay = _stay(examination, judgement, bool(tried))
        return Advice(stay, other_rules=tried)
    plain = plain_rule(examination) if examination.rules[0] == PLAYER else None
    if (rule, depth) == (plain, current[1]) and agreement(examination, rule, depth).min() == 1.0:  # only ties differ
        sentence = f"choose at random among moves that tie at {examination.knob.at(depth)}: {_held_out(gain)}"
        return Advice(sentence, "", rule, depth, gain, tried)
    sentence = _instead(examination, rule, depth, gain)
    learning = learned.learned if learned and rule == learned.name else None
    template = _line(examination, rule, depth, error if rule in tried else 0.0, learning is not None)
    return with_template(Advice(sentence, "", rule, depth, gain, tried, learning=learning), template)


def _instead(examination: Examination, rule: str, depth: Value, gain: Estimate) -> str:
    here = _name(examination, examination.rules[0], examination.depths[-1])
    return f"use {_name(examination, rule, depth)} instead of {here}: {_held_out(gain)}"


def _held_out(gain: Estimate) -> str:
    return f"{_points(gain)} on {gain.n:,} held-out positions"


def _points(gain: Estimate) -> str:
    return f"{100 * gain.mean:+.1f} points [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"


def _stay(examination: Examination, judgement: Judgement, tried: bool) -> str:
    """What to say where no gain was measured on held-out positions."""
    rule, deepest = examination.rules[0], examination.depths[-1]
    here = _name(examination, rule, deepest)
    more = "; other rules were tried" if tried else ""
    best = max(judgement.accuracy, key=lambda depth: judgement.accuracy[depth].mean)
    if best != deepest and (judgement.kind == Kind.WORSE or falls_short(judgement, deepest)):
        both = [f"{100 * judgement.accuracy[depth].mean:.1f}%" for depth in (best, deepest)]
        right = f"right in {both[0]} of positions, {both[1]} at {examination.knob.at(deepest)}"
        return f"use {_name(examination, rule, best)}: {right}; too few were held out to be sure of the gain{more}"
    cheaper = _cheaper(examination, judgement)
    if judgement.kind == Kind.BETTER:
        return f"stay with {here}{cheaper}"
    return f"nothing is significantly better than {here}{cheaper}{more}"


def _cheaper(examination: Examination, judgement: Judgement) -> str:
    """Less effort that no costlier value beats significantly. Empty if there is none or more positions are needed."""
    rule = examination.rules[0]
    knob = examination.knob
    if judgement.kind == Kind.UNCLEAR and judgement.needed:
        return ""
    best = best_value(examination.accuracy(rule), knob, examination.costs(rule))
    cheap = best.cheaper and not falls_short(judgement, best.value)
    return f"; {knob.at(best.value)} may do, {best.price}: {NO_COSTLIER}" if cheap else ""


def falls_short(judgement: Judgement, value: Value) -> bool:
    """Whether another value of the knob is right notably more often, so that this one is no advice."""
    return max(share.mean for share in judgement.accuracy.values()) - judgement.accuracy[value].mean >= NOTABLE


def _mend(suspected: Sequence[Finding]) -> Advice:
    """The repairs of what is suspected, of a broken search alone if there is one; no rule or depth, because the numbers
    may come from a bug."""
    broken = [found for found in suspected if found.headline]
    mends = dict.fromkeys(found.mend or f"rule out {found.name}" for found in broken or suspected)
    return Advice("; ".join([*mends, "then examine it again"]))


def with_template(advice: Advice, template: str) -> Advice:
    """The advice with the line that this template makes."""
    advice = replace(advice, template=template)
    return replace(advice, line=advice.line_for())


def _best(
    examination: Examination, judgement: Judgement, current: tuple[str, Value]
) -> tuple[str, Value, Estimate | None]:
    """The best rule and depth on every second position, and its gain on the others. A smaller depth of the same rule
    counts only where the judgement says that accuracy drops after it. What is right less often than the same rule at
    some depth is no advice."""
    accuracy = {rule: examination.accuracy(rule) for rule in examination.rules}
    drops = {pair.shallow for pair in falls(judgement) if pair.deep == current[1]}
    own_best = max(float(shares.mean()) for shares in accuracy[current[0]].values())
    options = [
        (rule, depth)
        for rule in examination.rules
        for depth in examination.depths
        if (rule != current[0] or depth in drops) and accuracy[rule][depth].mean() >= own_best
    ]
    if not options:
        return *current, None
    best = max(options, key=lambda at: (float(accuracy[at[0]][at[1]][::2].mean()), -at[1]))
    after, before = (accuracy[rule][depth][1::2] for rule, depth in (best, current))
    return *best, difference(after, before) if len(after) > 1 else None


def _shares(examination: Examination, rule: str, held_out: bool) -> dict[Value, Estimate]:
    """The accuracy of a rule; of one that learned from every second position, on the others."""
    step = slice(1, None, 2) if held_out else slice(None)
    return {depth: Estimate.share(shares[step]) for depth, shares in examination.accuracy(rule).items()}


def _name(examination: Examination, rule: str, depth: Value) -> str:
    return f"{'the ' if rule in (PLAYER, ENGINE) else ''}{rule} at {examination.knob.at(depth)}"


def _line(examination: Examination, rule: str, depth: Value, error: float = 0.0, learned: bool = False) -> str:
    """A line with places for the user's names."""
    value = examination.knob.text(depth).replace(",", "")
    if rule == ENGINE:
        return f"go {examination.knob.name} {value}"
    if rule == PLAYER:
        return f"{{player}}({{state}}, {value})"
    if rule == EXPECTIMAX:
        return f"ot.expectimax({{game}}, {{state}}, depth={value}, evaluate={{evaluate}})"
    named = "diagnosis.advice.learned" if learned else f'"{rule}"'
    more = f", error={error:.2g}" if error and not learned else ""
    return f"ot.decide({{game}}, {{state}}, rule={named}, depth={value}, evaluate={{evaluate}}{more})"


class Trial(NamedTuple):
    """Some positions with the choices of other rules, too; and what was learned, where something was."""

    examination: Examination
    learned: LearnedRule | None = None


def try_other_rules(examination: Examination, game: AnyGame, evaluate: Evaluate, error: float) -> Trial | None:
    """Decide some of the positions with other rules too. None if the user has named rules, if chance moves, or if a
    search takes too long."""
    if not set(examination.rules) <= {PLAYER, MINIMAX} or EXPECTIMAX in examination.rules:
        return None
    b = float(np.mean([len(position.values) for position in examination.positions]))
    number = int(
        min(
            MOST_TRIED,
            len(examination.positions),
            MOST_LEAVES / leaves(b, int(examination.depths[-1]), pruned=False),
        )
    )
    if number < min(FEWEST_TRIED, len(examination.positions)):
        return None
    chosen = [dict(position.chosen) for position in examination.positions[:number]]
    rules = []
    for rule in TRIED:
        try:
            for position, choices in zip(examination.positions, chosen):
                for depth in examination.depths:
                    choices[rule, depth] = search_choice(game, evaluate, error, position.state, rule, int(depth)).moves
        except Exception:  # this rule cannot use these evaluations
            continue
        rules.append(rule)
    learned = None if hasattr(game, "cost") else _learn(examination, game, evaluate, chosen)
    rules += [learned.name] if learned else []
    positions = [replace(p, chosen=choices) for p, choices in zip(examination.positions, chosen)]
    if not rules:
        return None
    return Trial(replace(examination, positions=tuple(positions), rules=(*examination.rules, *rules)), learned)


def _learn(
    examination: Examination, game: AnyGame, evaluate: Evaluate, chosen: Sequence[dict[At, tuple[Move, ...]]]
) -> LearnedRule | None:
    """A rule that is learned from the moves of every second position; its choices in all of them are written down.
    None if there are too few to learn from, or if it cannot read these evaluations."""
    positions = examination.positions[: len(chosen)]
    deepest = int(examination.depths[-1])
    try:
        moves = [moves_of(game, position.state) for position in positions]
        tree = forest(game, [position.state for position in positions], deepest, evaluate)
        labels: dict[int, float] = {}
        for n in range(0, len(positions), 2):
            for move, child in zip(moves[n], tree.children(n)):
                value = tree.mover[n] * tree.mover[child] * positions[n].values[move]
                labels[int(child)] = 0.5 + 0.5 * float(np.sign(value))
        nodes = np.array([node for node in labels if np.isnan(tree.utility[node])], np.int64)
        won = np.array([labels[node] for node in nodes])
        if len(nodes) < FEWEST_LABELLED:
            return None
        learning = fit_rule(tree, nodes, won, max(1, deepest - 1), identity(game), identity(evaluate))
        scores = OddsColumns(tree, learning).scores(deepest)
    except Exception:  # a user's evaluator fails in some position, or teaches nothing
        return None
    rule = odds_rule("learned-odds", learning)
    for n, choices in enumerate(chosen):
        for depth in examination.depths:
            odds = scores[int(depth)][tree.first[n] : tree.first[n + 1]]
            choices[rule.name, depth] = tuple(moves[n][i] for i in np.flatnonzero(odds == odds.max()).tolist())
    return rule


def measured_error(opinions: Sequence[HeardOpinion]) -> float:
    """How often an evaluation is on the wrong side, for rules that need to know it."""
    static, true = all_moves(opinions)
    sided = (static != 0.0) & (true != 0.0)
    return min(LIKELIEST, float((np.sign(static) != np.sign(true))[sided].mean())) if sided.any() else 0.0


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
    evaluations: int = 0  # that alpha-beta makes at the greatest depth, on average
    grown: Estimate | None = None  # what best-first gains with as many, on alpha-beta with a table

    @property
    def gains(self) -> bool:
        return self.gain.low >= LEAST_GAIN

    def lines(self) -> list[str]:
        """The facts, for people."""
        plies = fact(
            Seen.PLIES_GAIN if self.minimax.low >= LEAST_GAIN else Seen.PLIES_GAIN_NOTHING,
            plies=self.deep - self.shallow, deep=self.deep, **_numbers(self.minimax),
        )  # fmt: skip
        kind = Seen.RULE_GAINS if self.gains else Seen.NOTHING_GAINS
        best = fact(kind, rule=self.rule, depth=self.depth, shallow=self.shallow, cost=self.cost, **_numbers(self.gain))
        if self.grown is None:
            return [str(plies), str(best)]
        kind = Seen.GROWN_GAINS if self.grown.low >= LEAST_GAIN else Seen.GROWN_GAINS_NOTHING
        return [str(plies), str(best), str(fact(kind, evaluations=self.evaluations, **_numbers(self.grown)))]


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
    work = MOST_COMPILED_LEAVES if isinstance(game, KernelGame) and game.compiled else MOST_LEAVES
    number = int(min(len(records), work / leaves(b, int(examination.depths[-1]), pruned=False)))
    if number < FEWEST_TRIED or not _states_errors(evaluate, [record.state for record in records[:number]]):
        return None
    right: dict[At, list[float]] = {(rule, depth): [] for rule in SEARCHES for depth in examination.depths}
    asked = dict.fromkeys(right, 0.0)
    enough = 0.5 * limits.left
    for record in records[:number]:
        if limits.left < enough:
            break
        for rule, depth in right:
            search = SEARCHES[rule]
            ply = int(depth)
            decision = decide(game, record.state, rule=rule, search=search, depth=ply, evaluate=evaluate)
            inside = decision.nodes.internal if RULES[rule].settles else 0
            asked[rule, depth] += decision.nodes.frontier + inside
            right[rule, depth].append(share_among(decision.moves, record.right))
    shares = {at: np.array(each) for at, each in right.items()}
    shallow, deep = (MINIMAX, examination.depths[0]), (MINIMAX, examination.depths[-1])
    if len(shares[deep]) < FEWEST_TRIED:
        return None
    deeper = [at for at in shares if at[1] > shallow[1]]
    best = max(deeper, key=lambda at: (float(shares[at][::2].mean()), -asked[at]))
    gain, ahead = (difference(shares[best][1::2], shares[at][1::2]) for at in (shallow, deep))
    plies = difference(shares[deep], shares[shallow])
    cost = asked[best] / max(1.0, asked[shallow])
    evaluations = max(1, round(asked[deep] / len(shares[deep])))
    grown = _grown_beside(game, evaluate, records[:number], evaluations, limits)
    return Plies(shallow[1], deep[1], plies, *best, gain, ahead, cost, evaluations, grown)


def _grown_beside(
    game: AnyGame, evaluate: Evaluate, records: Sequence[Record], evaluations: int, limits: Limits
) -> Estimate | None:
    """What best-first gains on alpha-beta that deepens, with a table and ordered moves, at equal evaluations."""
    grown, deepened = list[float](), list[float]()
    limit = Limit(evaluations=evaluations)
    enough = 0.5 * limits.left
    try:
        for record in records:
            if limits.left < enough:
                break
            ours = best_first(game, record.state, evaluations=evaluations, evaluate=evaluate).moves
            search = SEARCHES[MINIMAX]
            theirs = deepen(game, record.state, limit=limit, search=search, evaluate=evaluate, table=True).moves
            grown.append(share_among(ours, record.right))
            deepened.append(share_among(theirs, record.right))
    except OverthinkError:  # a state without a hash, for which there is no table
        return None
    return difference(np.array(grown), np.array(deepened)) if len(grown) >= FEWEST_TRIED else None


def _states_errors(evaluate: Evaluate, states: list[object]) -> bool:
    """Whether the evaluator says how likely it is wrong."""
    try:
        return bool(evaluations_of(evaluate, 0.0, states)[1].any())
    except Exception:  # a user's evaluator fails in some position: other checks name it
        return False
