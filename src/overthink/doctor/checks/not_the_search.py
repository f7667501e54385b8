"""A search that is not what it says: the player decides otherwise than a plain search of the same depth, and a bug is
the likely reason.

Another sound search, such as one with quiescence or with another rule, also decides otherwise. It is not suspected: it
is not worse than the plain search, and it differs at all depths and for both sides.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.estimate import Sample, simultaneous
from overthink.doctor.blunders import blunders_of
from overthink.doctor.check import (
    LARGE,
    SURE,
    Case,
    Check,
    Finding,
    falls,
    not_tested,
    ruled_out,
    suspected,
    visible_from,
)
from overthink.doctor.comparison import fair_choices, plain_choices
from overthink.doctor.examine import Examination
from overthink.doctor.explanation import explain_player
from overthink.doctor.location import groups_of, place_of
from overthink.doctor.player import PLAYER, agreement, plain_rule
from overthink.doctor.repetition import FEWEST, Repetition, ask_again
from overthink.measure.judgement import judge
from overthink.measure.knob import Value
from overthink.measure.paired import difference, sign_test

ALL_DEPTHS = 0.025  # the probability of chance that is allowed, over all depths together
OFTEN = 0.05  # a share of differences that a right table or another order of moves does not make
LIKELY = 0.2  # a gain counts already if chance makes it in at most this share of cases
TIGHT = 0.5  # a rule in which more moves tie than this explains any player
MOSTLY = 0.8  # agreement from which on the player is meant to be a plain search
MEANT = "if it is meant to be a plain search, with or without pruning, it has a bug"


def run(case: Case) -> Finding | None:
    """Test whether the player decides worse than the plain search, drops where it does not, or differs in a way that
    only a mistake explains."""
    if case.rule != PLAYER:
        return None
    if not case.examination.knob.plies:
        return not_tested(f"no plain search has {case.examination.knob.name} to compare with")
    examination, plain = case.examination, plain_rule(case.examination)
    if plain is None or case.game is None or case.evaluate is None or case.comparison is None:
        return not_tested("needs the player's evaluator, for a plain search to compare with")
    off = {depth: 1.0 - agreement(examination, plain, depth) for depth in examination.depths}
    if max(float(shares.max()) for shares in off.values()) == 0.0:
        if any(at.agrees.mean < 1.0 for at in case.comparison.by_depth.values()):
            return not_tested("a check above explains what differs")
        n = len(examination.positions)
        return ruled_out(f"it chooses as the plain search does in all {n:,} positions, at every depth")
    repetition = ask_again(examination, plain, case.ask) if case.ask else None
    explanation = explain_player(examination, plain, case.game, case.evaluate, case.error)
    shares = ", ".join(f"{100 * (1 - share.mean()):.1f}% at depth {depth}" for depth, share in off.items())
    agrees = f"it chooses as the plain search does in {shares} of positions"
    strange = [*_one_sided(case, off), *_unsteady(repetition, off), *_same_at_all(examination, plain)]
    rule = explanation if explanation and not explanation.mistake and not strange else None
    losses = [*_worse(examination, plain), *_drops(examination, plain)]
    if rule and rule.chance <= TIGHT:
        told = f"{agrees}, but as if it {rule.name} in {100 * rule.agrees:.0f}%"
        return not_tested(f"{MEANT}: {told}") if _mostly_plain(off) else ruled_out(told)
    blunders = blunders_of(examination, plain, case.game, case.opinions)
    reasons = [
        *losses,
        *strange,
        *([str(explanation)] if explanation and explanation.mistake else []),
        *([str(blunders)] if blunders else []),
        *_no_better(examination, plain, off),
    ]
    where = _where(case, off)
    again = [str(repetition)] if repetition else []
    if reasons:
        told = "; ".join([agrees, *reasons, *where, *(line for line in again if line not in reasons)])
        mistake = f"; it chooses as if it {explanation.name}" if explanation and explanation.mistake else ""
        headline = f"the search is not what it says: {reasons[0]}{'' if reasons[0] == str(explanation) else mistake}"
        return suspected(told, plain_choices(examination, plain), headline)
    gains = [difference(a, b, SURE) for a, b in _pairs(examination, plain)]
    visible = max(visible_from(gain, SURE) for gain in gains)
    told = "; ".join([agrees, *where, *again])
    return not_tested(
        f"it is another search, and not worse; {MEANT}: {told}; a loss of {100 * visible:.1f} points would have been "
        "seen"
    )


def _mostly_plain(off: dict[Value, Sample]) -> bool:
    """Whether it chooses as the plain search does in most positions, at every depth."""
    return min(1.0 - float(shares.mean()) for shares in off.values()) >= MOSTLY


def _pairs(examination: Examination, plain: str) -> list[tuple[Sample, Sample]]:
    """Accuracy of the player, with a fair choice among ties, and of the plain search, at each depth."""
    fair, usual = fair_choices(examination, plain).accuracy(PLAYER), examination.accuracy(plain)
    return [(fair[depth], usual[depth]) for depth in examination.depths]


def _worse(examination: Examination, plain: str) -> list[str]:
    """Where it decides more positions worse than better, at one depth or at all together."""
    pairs = dict(zip(examination.depths, _pairs(examination, plain)))
    level = simultaneous(len(pairs), SURE)
    depths = [depth for depth, (a, b) in pairs.items() if sign_test(a, b) < 1.0 - level and (b - a).mean() > LARGE]
    together = [np.sum([side[k] for side in pairs.values()], axis=0) for k in (0, 1)]
    if depths:
        worst = max(depths, key=lambda depth: float((pairs[depth][1] - pairs[depth][0]).mean()))
        points = 100 * float((pairs[worst][1] - pairs[worst][0]).mean())
        where = f" at depth {worst}" if len(depths) > 1 else ""
        return [f"{_at(depths)} it decides worse than a plain search of the same depth, by {points:.1f} points{where}"]
    if sign_test(*together) < ALL_DEPTHS:
        worse, better = int((together[0] < together[1]).sum()), int((together[0] > together[1]).sum())
        return [f"over all depths it decides {worse} positions worse than a plain search and {better} better"]
    return []


def _drops(examination: Examination, plain: str) -> list[str]:
    """Where it drops from one depth to another, and the plain search drops less or not at all."""
    fair = fair_choices(examination, plain).accuracy(PLAYER)
    usual = examination.accuracy(plain)
    pairs = falls(judge(fair, examination.knob))
    level = simultaneous(len(pairs), SURE) if pairs else SURE
    for pair in pairs:
        gains, plain_gains = fair[pair.deep] - fair[pair.shallow], usual[pair.deep] - usual[pair.shallow]
        apart = difference(gains, plain_gains, level)
        if apart.high < 0.0 and apart.mean < -LARGE:
            change = f"the plain search changes by {100 * plain_gains.mean():+.1f}"
            return [f"it drops by {-100 * gains.mean():.1f} points from depth {pair.shallow} to {pair.deep}, where "
                    f"{change}"]  # fmt: skip
    return []


def _one_sided(case: Case, off: dict[Value, Sample]) -> list[str]:
    """Whether it is exactly the plain search at odd depths, at even depths or for one side, and not in the rest."""
    assert case.game is not None
    side = np.array([case.game.mover(position.state) for position in case.examination.positions]) > 0
    odd = np.array([[depth % 2 == 1] for depth in off])
    differs = np.array(list(off.values())) > 0.0
    halves = {
        ("at odd depths", "at even depths"): odd | np.zeros_like(side),
        ("where Max moves", "where Min moves"): side | np.zeros_like(odd),
        ("where Max moves at the horizon", "where Min moves at the horizon"): odd ^ side,
    }
    for (here, there), half in halves.items():
        for exact, words in ((half, (here, there)), (~half, (there, here))):
            rest = differs & ~exact
            depths, positions = rest.any(axis=1), int(rest.any(axis=0).sum())
            spread = depths.sum() >= min(2, (~exact).any(axis=1).sum())
            if not differs[exact].any() and spread and (~exact).mean() ** positions < 1.0 - SURE:
                return [f"{words[0]} it chooses as the plain search does everywhere, {words[1]} it does not"]
    return []


def _same_at_all(examination: Examination, plain: str) -> list[str]:
    """Whether it chooses the same at every depth, though the plain search often does not."""
    chosen = [[set(p.chosen[PLAYER, depth]) for depth in examination.depths] for p in examination.positions]
    usual = [[set(p.chosen[plain, depth]) for depth in examination.depths] for p in examination.positions]
    changes = float(np.mean([not set.intersection(*moves) for moves in usual]))
    if changes < OFTEN or any(moves[0] != other for moves in chosen for other in moves):
        return []
    return [f"it chooses the same at every depth, where the plain search changes in {100 * changes:.0f}% of positions"]


def _no_better(examination: Examination, plain: str, off: dict[Value, Sample]) -> list[str]:
    """Whether it often differs and gains nothing. What a sound search adds, such as quiescence, makes it better."""
    often = [depth for depth, shares in off.items() if shares.mean() >= OFTEN]
    fair, usual = (np.sum(side, axis=0) for side in zip(*_pairs(examination, plain)))
    if not often or sign_test(usual, fair) < LIKELY:
        return []
    return [f"{_at(often)} it often decides otherwise than a plain search of the same depth, and is not better for it"]


def _unsteady(repetition: Repetition | None, off: dict[Value, Sample]) -> list[str]:
    """A player that is mostly the plain search should always give the same answer."""
    return [str(repetition)] if repetition and _mostly_plain(off) and repetition.unsteady >= FEWEST else []


def _where(case: Case, off: dict[Value, Sample]) -> list[str]:
    """The depths and the positions where it differs most."""
    assert case.game is not None
    depths = [depth for depth, shares in off.items() if shares.mean() > LARGE]
    told = []
    if depths and len(depths) < len(off):
        parity = {depth % 2 for depth in depths}
        only = " (odd depths only)" if parity == {1} else " (even depths only)" if parity == {0} else ""
        told.append(f"it differs {_at(depths)}{only}")
    place = place_of(np.mean(list(off.values()), axis=0), groups_of(case.examination, case.game))
    return [*told, f"it differs {place}"] if place else told


def _at(depths: Sequence[Value]) -> str:
    names = ", ".join(map(str, depths))
    return f"at depth{'s' if len(depths) > 1 else ''} {names}"


CHECK = Check(
    "a search that is not what it says",
    "the player decides worse than a plain search of the same depth, drops where that does not, differs only at some "
    "depths or for one side, or chooses as a search with a known mistake",
    run,
    explains=True,
    costly=True,
    mend="compare your search with the plain one in the positions under 'Your search beside a plain one'",
)
