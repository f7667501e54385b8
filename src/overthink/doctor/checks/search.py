"""The check of the player's own search: is it what it claims?"""

from __future__ import annotations

import numpy as np

from overthink.doctor.ask.players import SIMULATIONS, agreement, plain_rule
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.claims.claim import PLAIN_CLAIM
from overthink.doctor.claims.show import show_state
from overthink.doctor.finding import (
    SEARCH,
    Comparison,
    Finding,
    as_check,
    compare_counts,
    examined,
    not_examined,
    not_seen,
    suspected,
)
from overthink.doctor.record import PLAYER, Examination
from overthink.doctor.words import MENDS, Fact, Need, Seen, fact


@as_check(
    "a search that is not what it says",
    "a choice that the search which the player claims to be does not make (--claims)",
    explains=True,
    about=SEARCH,
    mend="compare your search with the claimed one in the position above, line by line",
)
def not_the_search(case: SearchCase) -> Finding | None:
    """Say what was found of the claim. Without one, nothing is suspected: say where the player leaves the ties of a
    plain search, which is no mistake of a search that looks further."""
    if not case.player:
        return not_examined(needs=[Need.PLAYER])
    claim = case.claim
    if claim is not None and not claim.answers:
        return not_examined(Seen.CLAIMS_NOTHING)
    if claim is not None:
        compared = compare_counts(f"the player beside what it claims ({claim.claims}),", claim.answers, 0, "answer")
        if claim.kept:
            return _kept_elsewhere(case) or examined(compared)
        kind, mend = (claim.cause.kind, MENDS.get(claim.cause.kind, "")) if claim.cause else (None, "")
        if claim.claims == SIMULATIONS:
            mend = "look at which child each player chooses, and for whom results count on the way up"
        name = [fact(Seen.AS_IF, cause=claim.cause.name)] if claim.cause else []
        counts = {"wrong": claim.wrong, "n": claim.answers}
        broken = fact(Seen.WORSE_THAN_OURS) if claim.claims == SIMULATIONS else fact(Seen.BROKEN_CLAIM, **counts)
        head = fact(Seen.NOT_WHAT_IT_CLAIMS, fact=broken)
        return suspected(broken, *name, cause=kind, mend=mend, headline=head)
    plain = plain_rule(case.examination)
    if plain is None:
        need = Need.EVALUATOR if case.examination.knob.plies else Need.DEPTH_KNOB
        return not_examined(_beside_chance(case.examination), needs=[need])
    compared = _beside(case, plain)
    if not compared.differ:
        return examined(compared)
    outside = _outside(case, plain)
    return not_seen(compared, _example(case, plain), Seen.EXPECTED, headline=outside)


def _kept_elsewhere(case: SearchCase) -> Finding | None:
    """A player that kept a plain claim when it was checked may break it later: it remembers earlier calls."""
    plain = plain_rule(case.examination)
    if not case.claim or case.claim.claims != PLAIN_CLAIM or plain is None or not _beside(case, plain).differ:
        return None
    outside = _outside(case, plain)
    head = fact(Seen.NOT_WHAT_IT_CLAIMS, fact=outside)
    return suspected(outside, _example(case, plain, Seen.LATER), headline=head)


def _beside(case: SearchCase, plain: str) -> Comparison:
    """In how many positions the player leaves the ties of the plain search, at some depth."""
    shares = [agreement(case.examination, plain, depth) for depth in case.examination.depths]
    differ = int((np.min(shares, axis=0) < 1.0).sum())
    return compare_counts("the player beside a plain search, at every depth,", len(case.examination.positions), differ)


def _outside(case: SearchCase, plain: str) -> Fact:
    """In how many positions it leaves the ties, and whether it decides these better or worse at most depths."""
    examination = case.examination
    signs = [
        np.sign(examination.accuracy(PLAYER)[depth] - examination.accuracy(plain)[depth])
        * (agreement(examination, plain, depth) < 1.0)
        for depth in examination.depths
    ]
    total = np.sum(signs, axis=0)
    numbers = {"differ": _beside(case, plain).differ, "n": len(examination.positions)}
    return fact(Seen.OUTSIDE, worse=int((total < 0.0).sum()), better=int((total > 0.0).sum()), **numbers)


def _example(case: SearchCase, plain: str, sentence: Seen = Seen.PROVES) -> Fact:
    """The position with the fewest moves at the smallest depth in which it leaves the ties."""
    examination = case.examination
    places = [
        (depth, len(position.values), number)
        for depth in examination.depths
        for number, position in enumerate(examination.positions)
        if not set(position.chosen[PLAYER, depth]) <= set(position.chosen[plain, depth])
    ]
    depth, _, number = min(places)
    position = examination.positions[number]
    chosen, best = position.chosen[PLAYER, depth], position.chosen[plain, depth]
    other = next(move for move in chosen if move not in best)
    return fact(sentence, state=show_state(position.state), depth=depth, chosen=other, best=best[0])


def _beside_chance(examination: Examination) -> Fact:
    """How often the player is right at the greatest effort, and how often random moves are."""
    most, positions = examination.knob.values[-1], examination.positions
    chance = float(np.mean([len(position.right) / len(position.values) for position in positions]))
    share = float(examination.accuracy(PLAYER)[most].mean())
    return fact(Seen.BESIDE_CHANCE, at=examination.knob.at(most), share=share, chance=chance)
