"""The diagnosis: everything that follows from an examination, with the verdict in one line, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rich.markup import escape

from overthink.core.arguments import check_arguments
from overthink.core.errors import check_known, counted
from overthink.core.estimate import Estimate
from overthink.core.notebook import chart, page, table
from overthink.core.plain import Fields, Row, plain
from overthink.doctor import show
from overthink.doctor.checks.examination import shared_drop
from overthink.doctor.claims.claim import CheckedSearch
from overthink.doctor.claims.evaluator import CheckedEvaluator
from overthink.doctor.find.advice import Advice, Plies, falls_short
from overthink.doctor.find.causes import EvaluatorErrors, Factors, Prediction, predict
from overthink.doctor.find.evidence import Doubt, PlayerComparison, Swaps, WorsenedPosition, price_of
from overthink.doctor.finding import HINT, Finding, Outcome
from overthink.doctor.record import PLAYER, Examination
from overthink.doctor.show import Showable
from overthink.doctor.words import Seen
from overthink.measure.judgement import BestValue, Cost, Judgement, Kind, Value, best_value
from overthink.report.charts import colours
from overthink.report.pages import first_upper, svg
from overthink.rules import RULES
from overthink.rules.rule import PALETTE

UNTESTED = "whether depth or the search is to blame was not tested: give the player's evaluator"
TRENDS = {  # that may have another reason; a rise needs no excuse
    Kind.WORSE: "accuracy drops with {knob}",
    Kind.UNCLEAR: "accuracy does not change clearly with {knob}",
}
SHOWN = 3  # worst positions to print
LISTED = 100  # worst positions on a page
BAR = 20  # characters
TIME = 7  # characters of a time
EIGHTHS = " ▏▎▍▌▋▊▉█"
COLOURS: dict[str, str] = {Outcome.RULED_OUT: "green", Outcome.SUSPECTED: "red"}
MARKS: dict[str, str] = {Outcome.RULED_OUT: "holds", Outcome.SUSPECTED: "fails"}  # of a page; others are inconclusive


QUESTION = (
    "Question: what does your search claim to be? --claims plain, deeper or MODULE:NAME (your own slow search) checks "
    "it; --claims other says that it is none of these."
)


@dataclass(frozen=True, repr=False)
class Diagnosis(Showable):
    """The findings of the doctor. `print` and `show()` write them as text, `report(path)` as one HTML file.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> diagnosis = ot.diagnose(game, ot.store_difference(game), depths=(1, 3), positions=40)
    >>> print(diagnosis.advice)
    stay with minimax at depth 3
    """

    template = "doctor/page.html.jinja"
    examination: Examination  #: the positions, and what was asked of them
    judgements: dict[str, Judgement]  #: by rule
    imitators: tuple[Finding, ...]  #: what could look like pathology, each with its outcome
    doubt: Doubt  #: about the truth
    worsened: tuple[WorsenedPosition, ...]  #: positions that depth made worse
    advice: Advice  #: what to do
    factors: Factors | None = None  #: granularity, branching and similarity, where they could be measured
    errors: EvaluatorErrors | None = None  #: of the evaluator
    comparison: PlayerComparison | None = None  #: the player beside a plain search
    rest: Judgement | None = None  #: on what the suspected imitators leave unexplained
    swaps: Swaps | None = None  #: positions that the deepest search decides worse, and better, than a shallower one
    plies: Plies | None = None  #: what they are worth with this evaluator, and which rule makes them worth more
    claim: CheckedSearch | None = None  #: what the player was found to be, if it claims something
    opinion: CheckedEvaluator | None = None  #: what the evaluator was found to be, if it claims something

    @property
    def judgement(self) -> Judgement:
        """The judgement on the first rule. A drop of a player is judged with ties shared equally."""
        first = self.judgements[self.examination.rules[0]]
        return self.rest if self.rest and first.kind == Kind.WORSE and not self.suspected else first

    @property
    def luck(self) -> str:
        """How much of a player's drop, or of what hides one, is its choice among moves that tie; empty if nothing."""
        first = self.judgements[self.examination.rules[0]]
        if self.judgement.accuracy != first.accuracy:
            return str(shared_drop(first, self.judgement))
        return next((each.why for each in self.imitators if each.has(Seen.HIDES)), "")

    @property
    def kind(self) -> Kind:
        """The kind of the verdict: SUSPECT if something else may explain it, which a rise does not need."""
        if self.no_verdict:
            return Kind.UNCLEAR
        named = any(found.headline for found in self.suspected)
        excused = named or (self.suspected and self.judgement.kind != Kind.BETTER)
        return Kind.SUSPECT if excused else self.judgement.kind

    @property
    def no_verdict(self) -> bool:
        return self.examination.incomplete

    @property
    def costs(self) -> dict[Value, Cost]:
        """The cost of one answer of the first rule, by depth."""
        return self.examination.costs(self.examination.rules[0])

    @property
    def best(self) -> BestValue | None:
        """The best depth for its cost, or the best value of another knob; None where more positions are needed, or
        where a bug may have made the numbers."""
        examination = self.examination
        if self.suspected or self.no_verdict or (self.judgement.kind == Kind.UNCLEAR and self.judgement.needed):
            return None
        best = best_value(examination.accuracy(examination.rules[0]), examination.knob, self.costs)
        return None if falls_short(self.judgement, best.value) else best

    @property
    def trend(self) -> str:
        """The direction of accuracies that do not rise, in words."""
        knob = self.examination.knob
        return TRENDS[self.judgement.kind].format(knob=f"more {knob.name}" if knob.plural else knob.name)

    @property
    def verdict(self) -> str:
        """The verdict on the first rule, in one line."""
        if self.no_verdict:
            failed = len(self.examination.failures)
            every = failed + self.examination.decided + len(self.examination.positions)
            return f"no verdict: {failed:,} of {counted(every, 'position')} could not be examined"
        paid = price_of(self.judgement, self.examination.knob, self.costs)
        if not self.suspected:
            alone = self.examination.rules == (PLAYER,) and self.examination.knob.plies
            if self.judgement.kind == Kind.WORSE and alone:
                return f"{self.trend} ({self.judgement.details}{paid}); {UNTESTED}"
            remarks = (str(found.headline) for found in self.imitators if found.headline)
            return "; ".join(filter(None, (f"{self.judgement.sentence}{paid}", self.luck, *remarks)))
        remains = f"; apart from that, {self.rest.sentence}" if self.rest and self.rest.kind == Kind.WORSE else ""
        first = next((found for found in self.suspected if found.headline), None)
        names = " or ".join(found.name for found in self.suspected if found is not first)
        if first:
            return f"{first.headline}{remains}" + (f"; check also {names}" if names else "")
        if self.kind == Kind.BETTER:
            return f"{self.judgement.sentence}{paid}; check also {names}"
        part = "a part of it" if remains else "it"
        return f"{self.trend} ({self.judgement.details}), but {names} may explain {part}: check that first{remains}"

    @property
    def question(self) -> str:
        """What the doctor asks the author of a player that is no plain search; empty if there is nothing to ask."""
        told = next((x for x in self.imitators if x.headline and x.headline.kind == Seen.OUTSIDE), None)
        return f"{first_upper('; '.join(map(str, told.facts)))}. {QUESTION}" if told and self.claim is None else ""

    @cached_property
    def prediction(self) -> Prediction | None:
        """What a synthetic model with these factors predicts. It is made when it is asked for: the first time, its
        kernels take seconds to compile."""
        return predict(self.examination, self.examination.rules[0], self.factors) if self.factors else None

    @property
    def causes(self) -> list[str]:
        """Why depth helps or hurts: one line per fact."""
        lines = [line for part in (self.plies, self.factors, self.errors) if part for line in part.lines()]
        return [*lines, str(self.prediction)] if self.prediction else lines

    @check_arguments
    def regret(self, rule: str) -> dict[Value, Estimate]:
        """The mean regret, by depth."""
        check_known("rule", rule, self.judgements)
        return {depth: Estimate.of_mean(values) for depth, values in self.examination.regret(rule).items()}

    def rows(self) -> list[Row]:
        """A row for each rule and depth: accuracy with its interval, regret and cost."""
        examination = self.examination
        rows = list[Row]()
        for rule, judgement in self.judgements.items():
            regret = self.regret(rule)
            costs = examination.costs(rule)
            for value, share in judgement.accuracy.items():
                cost = costs.get(value)
                row = {"rule": rule, examination.knob.name: value, **share.as_dict(), "regret": regret[value].mean}
                rows.append({**row, "seconds": cost and cost.seconds, "nodes": cost and cost.nodes})
        return rows

    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers, without the single positions."""
        examination = self.examination
        parts = ("factors", "errors", "prediction", "doubt", "advice", "comparison", "swaps", "plies", "claim",
                 "opinion")  # fmt: skip
        return dict(plain({
            "verdict": self.verdict,
            "kind": self.kind,
            "positions": len(examination.positions),
            "decided": examination.decided,
            "knob": examination.knob,
            "costs": {rule: examination.costs(rule) for rule in examination.rules},
            "repeats": examination.repeats,
            "changes": {v: float(share.mean()) for v, share in examination.changes(examination.rules[0]).items()},
            "best": self.best,
            "notes": examination.notes,
            "truth": examination.truth,
            "judgements": self.judgements,
            "regret": {rule: self.regret(rule) for rule in examination.rules},
            **{name: getattr(self, name) for name in parts},
            "imitators": self.imitators,
            "worsened": self.worsened,
            "failures": list(map(str, examination.failures)),
        }))  # fmt: skip

    def _describe(self, brief: bool) -> list[str]:
        failed = show.group_failures(self.examination.failures)
        shown = [part for part in (self.plies, self.factors) if part]
        causes = [line for part in shown for line in part.lines()] if brief and self.factors else self.causes
        more = [f"and {len(failed) - SHOWN:,} more"] if len(failed) > SHOWN else []
        return [
            _head(self),
            *(_curve(self, rule) for rule in self.examination.rules),
            "" if brief else _pairs(self),
            _claim("search", self.claim),
            _claim("evaluator", self.opinion),
            _beside(self),
            show.section("Why", show.wrap_all(causes)),
            _bugs(self, brief),
            "" if brief else _hurts(self),
            _advice(self),
            show.section("Not examined", show.wrap_all([*failed[:SHOWN], *more])),
            "\n".join(show.wrap_all([self.question], "", "")) if self.question else "",
        ]

    def _page(self) -> Fields:
        knob, errors = self.examination.knob, self.errors
        accuracy = {rule: judgement.accuracy for rule, judgement in self.judgements.items()}
        pictures = {
            "accuracy": show.draw(accuracy, knob, "share of right choices"),
            "regret": show.draw({rule: self.regret(rule) for rule in self.judgements}, knob, "mean regret"),
        }
        if errors and errors.calibration:
            pictures["calibration"] = show.draw({"moves": errors.calibration}, "evaluation", "true value of the moves")
        if errors and errors.by_depth:
            pictures["errors"] = show.draw({"error": errors.by_depth}, knob, "mean error")
        return {
            "figures": {name: svg(figure, name) for name, figure in pictures.items()},
            "outcomes": MARKS,
            "listed": LISTED,
            "failures": show.group_failures(self.examination.failures),
            "moves": show.describe_moves,
            "labels": {name: rule.label for name, rule in RULES.items()},
        }

    def _repr_html_(self) -> str:
        examination = self.examination
        lines = {rule: show.chart_points(judgement.accuracy) for rule, judgement in self.judgements.items()}
        checks = [{"check": i.name, "outcome": i.label, "reason": i.why} for i in self.imitators]
        notes = [f"{counted(len(examination.positions), 'position')}, truth: {examination.truth}."]
        notes.append(f"Advice: {self.advice.sentence}")
        picture = chart(lines, examination.knob.name, "accuracy", {rule: _ink(rule) for rule in lines})
        return page(picture + table(self.rows(), notes=notes) + table(checks), self.verdict)


def _ink(rule: str) -> str:
    """The colour of a rule, as everywhere; black is the colour of the page's text."""
    ink = colours([rule])[rule]
    return "currentColor" if ink == PALETTE["ink"] or rule not in RULES else ink


def _head(diagnosis: Diagnosis) -> str:
    examination = diagnosis.examination
    left = f"; {examination.decided:,} left out because all moves have the same value" if examination.decided else ""
    failed = f"; {len(examination.failures):,} could not be examined" if examination.failures else ""
    lines = show.wrap_all(
        [f"{counted(len(examination.positions), 'position')}, truth: {examination.truth}{left}{failed}."], "", ""
    )
    lines += show.wrap_all([f"{doubt}." for doubt in diagnosis.doubt.lines()], "", "  ")
    best = [diagnosis.best.sentence(examination.knob)] if diagnosis.best else []
    return "\n".join([*lines, *show.sentences([*best, *examination.notes])])


def _curve(diagnosis: Diagnosis, rule: str) -> str:
    judgement = diagnosis.judgements[rule]
    regrets = diagnosis.regret(rule)
    examination = diagnosis.examination
    knob = examination.knob
    costs = examination.costs(rule)
    changes = examination.changes(rule)
    wide = max(16, 11 + len(knob.name))
    asked = f"{'':{TIME - 1}}answers that change" if changes else ""
    name = f"[bold]{escape(rule):<10}[/] {escape(knob.name):>{wide - 11}}"
    lines = [f"{name}   accuracy       {'':{BAR}}   {'regret':<13}   time{asked}"]
    for depth, share in judgement.accuracy.items():
        regret = regrets[depth]
        loss = f"{regret.mean:.3g} ±{show.half(regret):.2g}"
        cells = f"{share.mean:.3f} ±{show.half(share):.3f}   {bar(share.mean)}   {loss:<13}"
        cost = show.duration(costs[depth].seconds) if depth in costs else ""
        changed = f"{100 * changes[depth].mean():.0f}%" if depth in changes else ""
        lines.append(f"{knob.text(depth):>{wide}}   {cells}   {cost:<{TIME}}   {changed}".rstrip())
    if rule != examination.rules[0]:
        lines.append(f"  {escape(judgement.sentence)}")
    return "\n".join(lines)


def bar(share: float) -> str:
    """A share between 0 and 1 as a bar of block characters."""
    full, rest = divmod(round(8 * BAR * share), 8)
    return ("█" * full + (EIGHTHS[rest] if rest else "")).ljust(BAR)


def _pairs(diagnosis: Diagnosis) -> str:
    judgement = diagnosis.judgement
    knob = diagnosis.examination.knob
    lines = list[str]()
    steps = [f"{knob.text(pair.shallow)} → {knob.text(pair.deep)}" for pair in judgement.all_pairs]
    for step, gain in zip(steps, (pair.gain for pair in judgement.all_pairs)):
        kind = Kind.BETTER if gain.low > 0 else Kind.WORSE if gain.high < 0 else None
        points = f"{100 * gain.mean:+6.1f}  [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"
        line = escape(f"  {step:<{max(map(len, steps))}}  {points}")
        lines.append(f"{line}  [{show.COLOURS[kind]}]{kind}[/]" if kind else line)
    if len(steps) > len(judgement.pairs):
        lines.insert(len(judgement.pairs), "  neighbours, odd against even:")
    if judgement.needed and judgement.kind == Kind.UNCLEAR:
        lines.append(f"  {counted(judgement.needed, 'more position')} would settle a difference of two points.")
    title = first_upper(f"{knob.name} against {knob.name}")
    return show.section(title, lines, ", points of accuracy, with intervals widened for the number of pairs:")


def _bugs(diagnosis: Diagnosis, brief: bool) -> str:
    """Every check with its reason; in brief, those that are ruled out and those that need the same by their names
    alone, in one paragraph."""
    texts = [(found.label, f"{found.name}: {found.why}") for found in diagnosis.imitators]
    if brief:
        texts = [text for text in texts if text[0] == Outcome.SUSPECTED]
        hints = [(f.label, f"{f.name}: {f.why}") for f in diagnosis.imitators if f.label == HINT]
        groups: dict[tuple[Outcome, str], list[str]] = {}
        for found in diagnosis.imitators:
            same = "" if found.outcome in (Outcome.RULED_OUT, Outcome.NOT_SEEN) else found.why
            if found.outcome != Outcome.SUSPECTED:
                groups.setdefault((found.outcome, same), []).append(found.name)
        by_outcome = sorted(groups.items(), key=lambda group: list(Outcome).index(group[0][0]))
        texts += [(outcome, f"{'; '.join(n)}{f': {why}' if why else ''}") for (outcome, why), n in by_outcome] + hints
    lines = []
    for outcome, text in texts:
        first, *rest = show.wrap_all([text], " " * 15, " " * 15)
        lines += [f"  [{COLOURS.get(outcome, 'yellow')}]{outcome:<12}[/] {first.strip()}", *rest]
    return show.section("Or is it a bug?", lines)


def _hurts(diagnosis: Diagnosis) -> str:
    counts = f" ({diagnosis.swaps.sentence})" if diagnosis.swaps else ""
    knob = diagnosis.examination.knob
    lines = []
    for worsened in diagnosis.worsened[:SHOWN]:
        kept, chosen, right = map(show.describe_moves, (worsened.kept, worsened.chosen, worsened.right))
        both = f"{knob.at(worsened.shallow)}: {kept}; {knob.at(worsened.deep)}: {chosen}"
        lines += _place(worsened.position, f"{both}; right: {right}")
    return show.section("Where it hurts", lines, f"{counts}, the worst:")


def _claim(thing: str, claim: CheckedSearch | CheckedEvaluator | None) -> str:
    """The counterexample, line by line as it is."""
    lines = [f"  {escape(line)}" for line in str(claim).splitlines()] if claim else []
    return show.section(f"What your {thing} claims", lines)


def _beside(diagnosis: Diagnosis) -> str:
    """The player beside the plain search."""
    comparison = diagnosis.comparison
    if comparison is None:
        return ""
    plain_search = f" ({comparison.plain}, the same evaluator and depth):"
    return show.section("Your search beside a plain one", show.wrap_all(comparison.lines()), plain_search)


def _place(position: str, text: str) -> list[str]:
    """A position as it is, and a paragraph about it."""
    return [*(f"  {escape(line)}" for line in position.splitlines()), *show.wrap_all([text], "    ", "      ")]


def _advice(diagnosis: Diagnosis) -> str:
    """What to do, and the accuracy of rules that the doctor tried by itself."""
    advice = diagnosis.advice
    knob = diagnosis.examination.knob
    rows = list[str]()
    for rule, shares in advice.other_rules.items():
        cells = "  ".join(f"{knob.at(depth)}: {share.mean:.3f}" for depth, share in shares.items())
        rows.append(f"{rule:<10} {cells}")
    line = [f"  [cyan]{escape(advice.line)}[/]"] if advice.line else []
    return show.section(
        "What to do", [*show.wrap_all([advice.sentence], "  ", "  "), *show.wrap_all(rows, "    ", "      "), *line]
    )
