"""The front door of the doctor: examine, judge, look for causes and imitators, and say what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.checked import checked_depth, checked_game, moves_of
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.core.game import Evaluate
from overthink.core.randomness import subkeys, uniforms
from overthink.doctor.advice import ENGINE as ENGINE
from overthink.doctor.advice import Advice
from overthink.doctor.advice import advise as advise
from overthink.doctor.errors import Errors, errors
from overthink.doctor.examine import CLOSE, Choice, Examination, Tell, examine
from overthink.doctor.factors import Factors, factors
from overthink.doctor.imitators import FEW, SUSPECTED, Imitator
from overthink.doctor.journal import Journal
from overthink.doctor.opinions import opinions
from overthink.doctor.player import EXPECTIMAX, PLAYER, Player, played, searched
from overthink.doctor.positions import made_positions
from overthink.doctor.prediction import Prediction, predict
from overthink.doctor.reference import Doubt, doubt
from overthink.doctor.scale import ASKED, branching, usual_depths, usual_positions
from overthink.doctor.spoilt import Spoilt, Trait, phases, traits
from overthink.doctor.spoilt import local_pathology as local_pathology
from overthink.doctor.suspects import MINIMAX, suspects
from overthink.doctor.truths import truth_of
from overthink.measure.judgement import Judgement, judge
from overthink.rules import rule_named
from overthink.search.decide import has_chance


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
    traits: tuple[Trait, ...] = ()
    errors: Errors | None = None
    doubt: Doubt | None = None

    @property
    def suspected(self) -> tuple[Imitator, ...]:
        """Imitators that should be looked into before the verdict is believed."""
        return tuple(each for each in self.imitators if each.found == SUSPECTED and each.name != FEW)

    @property
    def kind(self) -> str:
        """ "better", "worse", "unclear"; "suspect" where something else may be to blame."""
        return "suspect" if self.suspected else self.judgements[self.seen.rules[0]].kind

    @property
    def verdict(self) -> str:
        """In one line, for the first rule."""
        sentence = self.judgements[self.seen.rules[0]].sentence
        if not self.suspected:
            return sentence
        names = " and ".join(each.name for each in self.suspected)
        return f"{sentence.replace('deeper is', 'deeper looks', 1)}; but suspect {names} first"

    def as_dict(self) -> dict[str, Any]:
        """All of it but the single positions, as plain lists and numbers."""
        parts = ("factors", "errors", "prediction", "doubt", "advice")
        told: dict[str, Any] = {part: asdict(said) if (said := getattr(self, part)) else None for part in parts}
        lost = {
            rule: {depth: asdict(Estimate.of_mean(values)) for depth, values in self.seen.regret(rule).items()}
            for rule in self.seen.rules
        }
        return {
            "verdict": self.verdict,
            "kind": self.kind,
            "positions": len(self.seen.positions),
            "decided": self.seen.decided,
            "truth": self.seen.truth,
            "judgements": {rule: asdict(judgement) for rule, judgement in self.judgements.items()},
            "regret": lost,
            **told,
            "imitators": [asdict(each) for each in self.imitators],
            "traits": [asdict(each) for each in self.traits],
            "spoilt": [asdict(each) for each in self.spoilt],
            "failures": self.seen.failures,
        }

    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Writes all of it as one HTML file."""
        from overthink.doctor.page import write_page

        return write_page(self, title, Path(path))

    def __str__(self) -> str:
        from overthink.doctor.words import plain

        return plain(self)


def diagnose(
    game: Any,
    evaluate: Evaluate | None = None,
    *,
    depths: Iterable[int] | None = None,
    rules: Sequence[str] | None = None,
    player: Player | None = None,
    positions: int | Iterable[Any] | None = None,
    truth: Any = None,
    error: float = 0.0,
    seed: int = 0,
    keep: str | Path | None = None,
    tell: Tell | None = None,
) -> Diagnosis:
    """Does looking further ahead help in this game, with this evaluator?

    `depths` and `positions` are chosen so that it takes a minute or so; `positions` is how many to make, or the
    positions themselves. `player(state, depth)` is a search of your own: it gives a move, a list of moves that tie, or
    a value for each; it is examined beside a plain search with the same evaluator. `truth`: "solve" solves the game to
    its end; a number is the depth of a much deeper search that is believed; a path is that of a file of JSON lines with
    the value of every move; without it, the game is solved if it is small, and else searched four plies deeper. `error`
    goes with opinions that have none of their own. `keep` names a file to which every position is written when it is
    done: a second run goes on from there.
    """
    names = _rules(game, rules, player, evaluate)
    given = None if positions is None or isinstance(positions, int) else list(positions)
    if given is not None and not given:
        raise OverthinkError("There are no positions to examine.")
    if given:
        checked_game(game, given[0])
    few = given if given else made_positions(game, ASKED, seed)
    pruned = set(names) <= {PLAYER, MINIMAX}
    b = branching(game, few) if depths is None or positions is None else 0.0
    wanted = sorted({checked_depth(depth) for depth in (usual_depths(b, pruned) if depths is None else depths)})
    if len(wanted) < 2:
        raise OverthinkError("Give two depths at least.")

    def chosen(state: Any, rule: str, depth: int) -> Choice:
        if rule == PLAYER and player is not None:
            return played(player, game, state, depth)
        return searched(game, evaluate, error, state, rule, depth)

    source = truth_of(truth, game, evaluate, wanted[-1], given[0] if given else game.initial())
    best = (lambda state: chosen(state, names[-1], 1).moves[0]) if evaluate is not None or player else None
    number = positions if isinstance(positions, int) else usual_positions(b, wanted[-1], pruned, source.exact)
    states = given or made_positions(game, number, seed, best)
    if player is not None:  # in random order, so that what changes as it goes on comes from the player
        states = [states[i] for i in np.argsort(uniforms(subkeys(np.arange(len(states), dtype=np.uint64), seed)))]
    text, journal = getattr(game, "text", repr), None
    if keep is not None:
        about = {"game": type(game).__name__, "depths": wanted, "rules": names, "truth": str(source), "error": error}
        journal = Journal(keep, about, text, lambda state: moves_of(game, state))
    close = getattr(source, "close", CLOSE)
    seen = examine(states, source, chosen, names, wanted, tell, close, journal)
    seen = replace(seen, failures=(*getattr(source, "unread", ()), *seen.failures))
    return found(seen, game, evaluate, source, text)


def found(seen: Examination, game: Any, evaluate: Evaluate | None, source: Any, text: Any) -> Diagnosis:
    """All that an examination tells."""
    judgements = {rule: judge(seen.accuracy(rule)) for rule in seen.rules}
    first = seen.rules[0]
    unsure = doubt(seen, first, judgements[first], source)
    heard = opinions(seen, game, evaluate) if evaluate is not None else ()
    hurt, left = local_pathology(seen, first, text), phases(seen, game)
    causes = factors(seen, heard) if heard else None
    return Diagnosis(
        seen,
        judgements,
        suspects(seen, judgements[first], unsure, heard, game, evaluate),
        causes,
        predict(seen, first, causes) if causes else None,
        hurt,
        advise(seen),
        traits(seen, hurt, left),
        errors(seen, heard, left) if heard else None,
        unsure,
    )


def _rules(game: Any, given: Sequence[str] | None, player: Player | None, evaluate: Evaluate | None) -> list[str]:
    """The names of all that is examined, the player first."""
    chance = has_chance(game)
    if chance and given and list(given) != [EXPECTIMAX]:
        raise OverthinkError(f"Chance moves in this game, which the rule '{given[0]}' does not know; use {EXPECTIMAX}.")
    asked = given if given is not None else [EXPECTIMAX if chance else MINIMAX]
    names = [EXPECTIMAX if name == EXPECTIMAX and chance else rule_named(name).name for name in asked]
    if player is not None:
        return [PLAYER, *(names if evaluate is not None else [])]
    if not names:
        raise OverthinkError("Give a rule at least.")
    return names
