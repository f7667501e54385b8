"""What an author claims of a search and of its evaluator, as `diagnose` and the command take it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from overthink.core.errors import OverthinkError, check_known, counted, require
from overthink.core.game import Evaluate, callable_evaluator
from overthink.doctor.claims.claim import CLAIMS, PLIES, SearchClaim
from overthink.doctor.claims.evaluator import MEANINGS, CheckedEvaluator, examine_evaluator, parse_claims
from overthink.doctor.claims.plain import AboutMove, ToMax
from overthink.doctor.record import AnyGame, State, UserPlayer


@dataclass(frozen=True)
class Claims:
    """What is claimed of a search, and of an evaluator."""

    search: SearchClaim | None = None
    evaluator: tuple[str, ...] = ()

    def check(self, player: UserPlayer | None, evaluate: Evaluate | None, knob: str) -> None:
        """Refuse what is claimed of nothing, or does not fit."""
        require(self.search is None or player is not None, "A player claims something: give player=, your own search.")
        needs = f"'{', '.join(self.evaluator)}' is claimed of an evaluator: give evaluate=."
        require(not self.evaluator or evaluate is not None, needs)
        if self.search is not None:
            self.search.check(evaluate, knob)


def parse_all_claims(given: Any, noisy: AboutMove | None, extend: AboutMove | None, plies: str) -> Claims:
    """What is claimed of a search, and of an evaluator; one name or function, or several."""
    check_known("way to count plies", plies, PLIES)
    many = isinstance(given, Iterable) and not isinstance(given, str)
    every = [] if given is None else list(given) if many else [given]
    for name in every:
        if not callable(name):
            check_known("claim", name, (*CLAIMS, *MEANINGS))
    evaluator = [name for name in every if not callable(name) and name in MEANINGS]
    search = [claim for claim in every if claim not in evaluator]
    require(len(search) < 2, "A search claims one thing. The other claims are about an evaluator.")
    alone = "noisy=, extend= and plies= belong to a claim: give claims='plain'."
    require(search or not (noisy or extend or plies != PLIES[0]), alone)
    names = parse_claims(evaluator) if evaluator else ()
    return Claims(SearchClaim(search[0], noisy, extend, plies) if search else None, names)


def to_max(game: AnyGame, evaluate: Evaluate | None, claims: Claims) -> Evaluate | None:
    """The evaluator for Max, if it claims to be for the player to move."""
    mine = evaluate is not None and "mover" in claims.evaluator
    return ToMax(game, callable_evaluator(evaluate)) if mine else evaluate


def examine_opinion(
    game: AnyGame, evaluate: Evaluate | None, names: tuple[str, ...], states: list[State], seed: int
) -> CheckedEvaluator | None:
    """What the evaluator was found to be, if it claims something. A claim that cannot be checked says why not."""
    if not names:
        return None
    own: Any = evaluate.evaluate if isinstance(evaluate, ToMax) else evaluate
    compared, reasons = 0, list[str]()
    for name in names:
        try:
            checked = examine_evaluator(game, callable_evaluator(own), name, states, seed=seed)
        except OverthinkError as exc:
            reasons.append(str(exc))
            continue
        compared += checked.compared
        if not checked.kept:
            return replace(checked, claims=names, compared=compared)
    found = [f"no difference in {counted(compared, 'value')}"] if compared else []
    return CheckedEvaluator(names, compared, 0, "\n".join([*found, *reasons]))
