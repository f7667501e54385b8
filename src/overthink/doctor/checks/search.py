"""Checks of the player's own search: is it what it claims, and better than chance?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from overthink.core.checked import mover_of, moves_of, play_of
from overthink.core.estimate import Estimate, simultaneous
from overthink.doctor.ask.players import SIMULATIONS, agreement, plain_rule
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.claims.claim import PLAIN_CLAIM
from overthink.doctor.claims.show import show_state
from overthink.doctor.finding import (
    SEARCH,
    SURE,
    Comparison,
    Finding,
    as_check,
    compare_counts,
    compare_gains,
    examined,
    not_examined,
    not_seen,
    suspected,
)
from overthink.doctor.record import PLAYER, Record
from overthink.doctor.words import MENDS, Cause, Fact, Need, Seen, fact
from overthink.measure.judgement import Value
from overthink.measure.paired import difference

FEWEST_POSITIONS = 10  # a bound by chance of fewer is wider than any difference; fewer sides are examined


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
    if case.engine:
        return None
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
    if not case.examination.knob.plies:
        return not_examined(needs=[Need.DEPTH_KNOB])
    if plain is None:
        return not_examined(needs=[Need.EVALUATOR])
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


@as_check(
    "choices worse than chance",
    "if there is no plain search: the player is right less often than random moves, at every effort, for both sides "
    "or one, or where a right move ends the game at once",
    explains=True,
    about=SEARCH,
    mend="check for which side results and values are counted, and that the best move is returned, not the worst",
)
def worse_than_chance(case: SearchCase) -> Finding | None:
    """Compare the player with random moves, everywhere, where each side moves, and where a right move ends the game.

    This needs no plain search, so it is for players with a knob other than depth, or without an evaluator. Effort
    that hurts still begins near chance. So every value of the knob must be worse than chance, everywhere or where one
    side moves; or the greatest effort must be where a right move ends the game at once, which any search sees."""
    examination, game, knob = case.examination, case.game, case.examination.knob
    if not case.player or game is None or (knob.plies and plain_rule(examination)):
        return None
    if len(examination.positions) < FEWEST_POSITIONS:
        return not_examined(needs=[Need.POSITIONS])
    sides = {"positions where Max moves": 1, "positions where Min moves": -1}  # a result may be counted for Max there
    groups = {name: [p for p in examination.positions if mover_of(game, p.state) == sides[name]] for name in sides}
    groups = {} if min(map(len, groups.values())) < FEWEST_POSITIONS else groups
    groups, gains = {"positions": list(examination.positions), **groups}, list[Estimate]()
    for where, positions in groups.items():
        chances = partial(_against_chance, positions, compared=len(groups) * len(knob.values), where=where)
        against = [chances(value, at=f"even at {knob.at(value)}") for value in knob.values]
        if all(gain.high < 0.0 for gain, _ in against):
            return _worse_than_chance(max(against, key=lambda pair: pair[0].mean)[1])
        gains += [gain for gain, _ in against]
    after = {id(p): [play_of(game, p.state, move) for move in p.right] for p in examination.positions}
    ends = [p for p in examination.positions if any(not len(moves_of(game, state)) for state in after[id(p)])]
    most = knob.values[-1]
    if len(ends) >= FEWEST_POSITIONS:
        where = f"the {len(ends)} positions in which a right move ends the game at once"
        gain, below = _against_chance(ends, most, 1, where, f"at {knob.at(most)}")
        if gain.high < 0.0:
            return _worse_than_chance(below)
    return examined(compare_gains("its choices beside random ones", gains, simultaneous(len(gains), SURE)))


def _against_chance(
    positions: Sequence[Record], value: Value, compared: int, where: str, at: str
) -> tuple[Estimate, Fact]:
    """The gain over random moves, and both shares of right moves."""
    chance = np.array([len(position.right) / len(position.values) for position in positions])
    shares = np.array([position.p_opt(PLAYER, value) for position in positions])
    below = fact(Seen.BELOW_CHANCE, at=at, share=float(shares.mean()), where=where, chance=float(chance.mean()))
    return difference(shares, chance, simultaneous(compared, SURE)), below


def _worse_than_chance(below: Fact) -> Finding:
    return suspected(below, headline=fact(Seen.BELOW_CHANCE_HEAD, fact=below), cause=Cause.SIDES)
