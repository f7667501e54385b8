"""The front door of the doctor: examine, judge, look for causes and imitators, and say what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overthink.core.checked import checked_depth, checked_game, mover_of, moves_of, opinion_of
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.core.game import Evaluate
from overthink.doctor.examine import Examination, Tell, examine
from overthink.doctor.factors import Factors, factors
from overthink.doctor.imitators import Imitator, imitators
from overthink.doctor.journal import Journal
from overthink.doctor.positions import random_positions
from overthink.doctor.prediction import Prediction, predict
from overthink.doctor.truths import truth_of
from overthink.measure.judgement import Judgement, judge
from overthink.measure.paired import difference
from overthink.rules import rule_named
from overthink.search.decide import decide

DEPTHS = range(1, 7)
POSITIONS = 1_000
ENGINE = "engine"  # stands for the rule where a chess engine is examined
SHOWN = 3  # worst positions that are printed


@dataclass(frozen=True)
class Spoilt:
    """A position that a shallower search decides better than a deeper one: local pathology."""

    position: str
    shallow: int
    deep: int
    loss: float  # of the probability to choose a right move
    kept: tuple[Any, ...]  # what the shallower search chose
    chosen: tuple[Any, ...]  # what the deeper one chose
    right: tuple[Any, ...]


@dataclass(frozen=True)
class Advice:
    """The rule and depth that did best on one half of the positions, and their gain on the other."""

    rule: str
    depth: int
    gain: Estimate  # in accuracy, over the first rule at the greatest depth
    instead_of: tuple[str, int]

    def __str__(self) -> str:
        rule, depth = self.instead_of
        line = f'ot.decide(game, state, rule="{self.rule}", depth={self.depth}, evaluate=evaluate)'
        if self.rule == ENGINE:
            line = f"go depth {self.depth}"
        if (self.rule, self.depth) == (rule, depth):
            return f"stay with {rule} at depth {depth}: nothing tried was better\n  {line}"
        points = f"{100 * self.gain.mean:+.1f} points [{100 * self.gain.low:+.1f}, {100 * self.gain.high:+.1f}]"
        return (
            f"use {self.rule} at depth {self.depth} instead of {rule} at depth {depth}: {points} on held-out positions"
            f"\n  {line}"
        )


@dataclass(frozen=True)
class Diagnosis:
    """What the doctor found."""

    seen: Examination
    judgements: dict[str, Judgement]
    imitators: tuple[Imitator, ...]
    factors: Factors | None
    prediction: Prediction | None
    spoilt: tuple[Spoilt, ...]
    advice: Advice

    @property
    def verdict(self) -> str:
        """In one line, for the first rule."""
        return self.judgements[self.seen.rules[0]].sentence

    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Writes all of it as one HTML file."""
        from overthink.doctor.page import write_page

        return write_page(self, title, Path(path))

    def __str__(self) -> str:
        seen, lines = self.seen, [f"{self.verdict}."]
        count = f"{len(seen.positions):,} positions, truth: {seen.truth}"
        left = f"; {seen.decided:,} left out, all moves being worth the same" if seen.decided else ""
        lines += [f"{count}{left}.", ""]
        heads = "".join(f"{depth:>16}" for depth in seen.depths)
        lines.append(f"{'accuracy at depth':<20}{heads}")
        for rule, judgement in self.judgements.items():
            cells = (judgement.accuracy[depth] for depth in seen.depths)
            shown = (f"{each.mean:.3f} ±{0.5 * (each.high - each.low):.3f}" for each in cells)
            lines.append(f"{rule:<20}" + "".join(f"{cell:>16}" for cell in shown))
        lines += ["", *(f"{judgement}  ({rule})" for rule, judgement in self.judgements.items())]
        if self.factors:
            lines += ["", "Why:", *(f"  {line}" for line in self.factors.lines())]
        if self.prediction:
            lines.append(f"  {self.prediction}")
        lines += ["", "Or is it a bug?", *(f"  {i.found:<12} {i.name}: {i.why}" for i in self.imitators)]
        if self.spoilt:
            lines += ["", f"Where it hurts ({len(self.spoilt):,} positions), the worst:"]
            for each in self.spoilt[:SHOWN]:
                lines += [
                    f"  {line}" for line in each.position.splitlines()
                ] + [f"  depth {each.shallow}: {_moves(each.kept)}; depth {each.deep}: {_moves(each.chosen)}; "
                     f"right: {_moves(each.right)}"]  # fmt: skip
        lines += ["", "What to do:", f"  {self.advice}"]
        lines += [f"  not examined: {failure}" for failure in seen.failures[:SHOWN]]
        return "\n".join(lines)


def diagnose(
    game: Any,
    evaluate: Evaluate | None = None,
    *,
    depths: Iterable[int] = DEPTHS,
    rules: Sequence[str] = ("minimax",),
    positions: int | Iterable[Any] = POSITIONS,
    truth: Any = None,
    error: float = 0.0,
    seed: int = 0,
    keep: str | Path | None = None,
    tell: Tell | None = None,
) -> Diagnosis:
    """Does looking further ahead help in this game, with this evaluator?

    `positions`: how many to make by random play, or the positions themselves. `truth`: "solve" (the default) solves the
    game to its end; a number is the depth of a much deeper search that is believed; a path is that of a file of JSON
    lines with the value of every move. `error` goes with opinions that have none of their own. `keep` names a file to
    which every position is written when it is done: a second run goes on from there.
    """
    wanted = sorted({checked_depth(depth) for depth in depths})
    names = [rule_named(rule).name for rule in rules]
    if len(wanted) < 2 or not names:
        raise OverthinkError("Give two depths at least, and a rule.")
    if not isinstance(positions, int):
        states = list(positions)
        if states:
            checked_game(game, states[0])
    else:
        states = random_positions(game, positions, seed)
    if not states:
        raise OverthinkError("There are no positions to examine.")

    def chosen(state: Any, rule: str, depth: int) -> tuple[Any, ...]:
        return decide(game, state, rule=rule, depth=depth, evaluate=evaluate, error=error).moves

    def opinion(state: Any) -> float:
        if evaluate is None:
            raise OverthinkError("There is no evaluator.")
        return opinion_of(evaluate(state), error, state)[0]

    def mover(state: Any) -> int:
        return mover_of(game, state)

    source, text = truth_of(truth, game, evaluate), getattr(game, "text", repr)
    journal = None
    if keep is not None:
        about = {"game": type(game).__name__, "depths": wanted, "rules": names, "truth": str(source), "error": error}
        journal = Journal(keep, about, text, lambda state: moves_of(game, state))
    seen = examine(states, source, chosen, names, wanted, tell, journal=journal)
    judgements = {rule: judge(seen.accuracy(rule)) for rule in names}
    causes = factors(seen, game.play, mover, opinion) if evaluate is not None else None
    suspects = (
        imitators(seen, names[0], judgements[names[0]], game.play, mover, opinion) if evaluate is not None else ()
    )
    model = predict(seen, names[0], causes) if causes else None
    return Diagnosis(seen, judgements, suspects, causes, model, local_pathology(seen, names[0], text), advise(seen))


def local_pathology(seen: Examination, rule: str, text: Any) -> tuple[Spoilt, ...]:
    """The positions where the deepest search decides worse than a shallower one, the greatest loss first."""
    deep, found = seen.depths[-1], []
    for each in seen.positions:
        best = max(seen.depths[:-1], key=lambda depth, each=each: each.p_opt(rule, depth))  # type: ignore[misc]
        loss = each.p_opt(rule, best) - each.p_opt(rule, deep)
        if loss > 0.0:
            moves = each.chosen[rule, best], each.chosen[rule, deep]
            found.append(Spoilt(text(each.state), best, deep, loss, *moves, each.right))
    return tuple(sorted(found, key=lambda spoilt: -spoilt.loss))


def advise(seen: Examination) -> Advice:
    """Chosen on the even-numbered positions, reported on the odd-numbered."""
    accuracy = {rule: seen.accuracy(rule) for rule in seen.rules}
    now = seen.rules[0], seen.depths[-1]
    best = max(
        ((rule, depth) for rule in seen.rules for depth in seen.depths),
        key=lambda at: (float(accuracy[at[0]][at[1]][::2].mean()), at == now, -at[1]),
    )
    then, before = (accuracy[rule][depth][1::2] for rule, depth in (best, now))
    gain = difference(then, before) if len(then) else Estimate(0.0, -1.0, 1.0, 0)
    return Advice(*best, gain, now)


def _moves(moves: Sequence[Any]) -> str:
    return ", ".join(map(str, moves)) or "none"
