"""Checks of the player's own search: is it what it says, does it remember too much, or try too few moves?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.checked import mover_of, moves_of, play_of, utility_of
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.doctor.ask.players import SIMULATIONS, SimulatingPlayer, plain_rule, share_among
from overthink.doctor.ask.positions import random_end
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.checks.differences import (
    AlteredGame,
    Beside,
    Explanation,
    OtherSearch,
    explain_player,
    judge_deeper,
    proven_worse,
)
from overthink.doctor.find.causes import worth_of
from overthink.doctor.find.evidence import judged_choices, plain_choices
from overthink.doctor.finding import (
    LARGE,
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
from overthink.doctor.record import MINIMAX, PLAYER, AnyGame, Move, MoveValues, Record, State
from overthink.doctor.truths import spread
from overthink.doctor.words import MENDS, Cause, Fact, Need, Seen, fact
from overthink.measure.judgement import Value
from overthink.measure.paired import difference, sign_test
from overthink.rules.mean import MEAN
from overthink.search.subject import has_chance

ALL_DEPTHS = 0.025  # the probability of chance that is allowed, over all depths together
OFTEN = 0.05  # a share of differences that a right table or another order of moves does not make
SOME, FEW = 0.03, 3  # a share and a number of differences, if they gain nothing
NOT_BY_CHANCE = 8  # positions with a difference: in fewer, what a sound search adds may gain nothing by chance
USUALLY_WORSE = 1 / 3  # of the differences that a sound search makes, at most
RARE = 0.01
LIKELY = 0.2  # a gain counts already if chance makes it in at most this share of cases
EXPLAINED_DIFFERENCES = 16  # differences that another rule must explain, if it does not explain all choices
TIGHT, LOOSE = 0.5, 0.7  # a rule in which more moves tie explains any player; up to the latter it must explain all
MOSTLY_PLAIN = 0.8  # agreement from which on the player is meant to be a plain search
FEWEST_CHANGES = 2  # answers that change: no accident
STEADY = 4  # times as many must change steadily as change each time
LARGEST_LIMIT = 8  # the largest limit to try
EXPLAINED = 0.9  # agreement that a search must reach to explain the player
FEWEST_POSITIONS = 10  # positions
SAME_VALUE = 1e-9
SIMULATED, MOST_SIMULATIONS = 200, 300  # positions, and simulations, in which our own simulations are made


def beside_plain(case: SearchCase) -> Beside | Finding:
    """The player beside a plain search, or why there is none."""
    if not case.player:
        return not_examined(needs=[Need.PLAYER])
    plain = plain_rule(case.examination)
    if not case.examination.knob.plies:
        return not_examined(needs=[Need.DEPTH_KNOB])
    if plain is None or case.game is None or case.evaluate is None:
        return not_examined(needs=[Need.EVALUATOR])
    beside = Beside(case.examination, plain, case.game, case.evaluate, case.error, case.opinions)
    # If a check above took its choices out, a comparison with what is left could not fail.
    return not_examined(Seen.ABOVE) if case.without and not alike(beside).differ else beside


def alike(beside: Beside) -> Comparison:
    """In how many positions the player chooses differently than the plain search, at some depth."""
    differ = int((np.max(list(beside.off.values()), axis=0) > 0.0).sum())
    return compare_counts(
        "the player beside a plain search, at every depth,", len(beside.examination.positions), differ
    )


@as_check(
    "a search that is not what it says",
    "the player decides worse than a plain search of the same depth, differs only at some depths or for one side, "
    "chooses as a search with a known mistake, or differs and gains nothing",
    explains=True,
    about=SEARCH,
    mend="compare your search with the plain one in the positions under 'Your search beside a plain one'",
)
def not_the_search(case: SearchCase) -> Finding | None:
    """Test whether the player decides worse than the plain search, or differs in a way that only a mistake explains.
    Another sound search, such as one with quiescence or with another rule, also decides otherwise. It is not suspected:
    it is better for it, and it differs at all depths and for both sides."""
    if case.engine:
        return None
    beside = beside_plain(case)
    if isinstance(beside, Finding):
        return beside
    compared = alike(beside)
    if not compared.differ:
        explained = case.comparison and any(at.agrees.mean < 1.0 for at in case.comparison.by_depth.values())
        return not_examined(Seen.ABOVE) if explained else examined(compared)
    explanation = None if case.hurry else explain_player(beside)
    strange = [*_one_sided(beside), *_unsteady(case, beside), *_same_at_all(beside), *_shifted(beside)]
    worse = _worse(beside)
    rule = explanation if explanation and not explanation.mistake else None
    if rule and not strange and not (worse and _mostly_plain(beside)) and _explains_enough(rule):
        more = {"headline": fact(Seen.OTHER_RULE, cause=rule.name), "cause": rule.cause}
        if _mostly_plain(beside):
            return not_seen(compared, Seen.NOT_PLAIN, fact(Seen.AS_RULE, cause=rule.name, share=rule.agrees), **more)
        n = rule.cases
        differ = round((1.0 - rule.agrees) * rule.cases)
        as_rule = compare_counts(f"the player beside a search that {rule.name},", n, differ, "case")
        return examined(as_rule, _agrees(beside), **more)
    return _suspect(case, beside, explanation, strange, worse) or _not_plain(case, beside, compared)


def _suspect(
    case: SearchCase, beside: Beside, explanation: Explanation | None, strange: Sequence[Fact], worse: Sequence[Fact]
) -> Finding | None:
    """What only a mistake explains, the most specific first."""
    mistake = explanation if explanation and explanation.mistake and explanation.cause else None
    slow = not case.hurry
    proven, looked = proven_worse(beside) if slow else (0, 0)
    reasons = [
        *([mistake.fact] if mistake else []),
        *strange,
        *([fact(Seen.PROVEN, proven=proven, looked=looked)] if proven >= FEWEST_CHANGES else []),
        *_only_deeper(beside),
        *worse,
        *_no_better(beside, judge_deeper(beside, slow)),
    ]
    if not reasons:
        return None
    again = case.again
    if not mistake and not strange and again and again.unsteady >= max(FEWEST_CHANGES, OFTEN * again.asked):
        strange = [again.fact]  # not a reason to suspect it, but a cause
        reasons = [*strange, *reasons]
    cause = mistake.cause if mistake else _cause_of(strange)
    repeated = [again.fact] if again and again.fact not in reasons else []
    return suspected(
        *reasons,
        _agrees(beside),
        *repeated,
        rest=plain_choices(beside.examination, beside.plain),
        headline=fact(Seen.NOT_WHAT_IT_SAYS, fact=reasons[0]),
        cause=cause,
        mend=MENDS.get(cause, "") if cause else "",
    )


def _cause_of(strange: Sequence[Fact]) -> Cause | None:
    """The kind of mistake that something strange is, where it says so by itself."""
    causes = {Seen.PLACE_AT_ALL: Cause.PLACE, Seen.SAME_AT_ALL: Cause.FEWER_PLIES, Seen.SHIFTED: Cause.MORE_PLIES}
    causes |= {Seen.ANSWERS_TWICE: Cause.UNSTEADY, Seen.ONE_SIDED: Cause.SIDES}
    return next((causes[Seen(each.kind)] for each in strange if each.kind in causes), None)


def _not_plain(case: SearchCase, beside: Beside, compared: Comparison) -> Finding:
    """It differs, and nothing says that this is a mistake."""
    gains = [difference(a, b, SURE) for a, b in _pairs(beside)]
    agrees = _agrees(beside)
    again = [case.again.fact] if case.again else []
    loss = compare_gains("its accuracy beside that of a plain search", gains)
    head = fact(Seen.ABOUT_PLAIN, fact=agrees)
    return not_seen(loss, Seen.NOT_PLAIN, agrees, *again, headline=head)


def _explains_enough(rule: Explanation) -> bool:
    """Whether another rule explains the player: enough differences, or all choices, and few moves tie in it."""
    many, exact = rule.differences >= EXPLAINED_DIFFERENCES, rule.agrees == 1.0
    return (many or exact) and rule.chance <= (LOOSE if many and exact else TIGHT)


def _agrees(beside: Beside) -> Fact:
    return fact(Seen.AGREES, shares={depth: 1.0 - float(share.mean()) for depth, share in beside.off.items()})


def _mostly_plain(beside: Beside) -> bool:
    """Whether it chooses as the plain search does in most positions, at every depth."""
    return min(1.0 - float(shares.mean()) for shares in beside.off.values()) >= MOSTLY_PLAIN


def _pairs(beside: Beside) -> list[tuple[Sample, Sample]]:
    """Accuracy of the player, as its choices among ties are judged, and of the plain search, at each depth."""
    examination = beside.examination
    own, usual = judged_choices(examination, beside.plain).accuracy(PLAYER), examination.accuracy(beside.plain)
    return [(own[depth], usual[depth]) for depth in examination.depths]


def _worse(beside: Beside) -> list[Fact]:
    """Where it decides more positions worse than better, at one depth or at all together."""
    pairs = dict(zip(beside.examination.depths, _pairs(beside)))
    level = simultaneous(len(pairs), SURE)
    depths = [depth for depth, (a, b) in pairs.items() if sign_test(a, b) < 1.0 - level and (b - a).mean() > LARGE]
    together = [np.sum([side[k] for side in pairs.values()], axis=0) for k in (0, 1)]
    if depths:
        losses = {depth: float((pairs[depth][1] - pairs[depth][0]).mean()) for depth in depths}
        worst = max(depths, key=losses.__getitem__)
        where = f" at depth {worst}" if len(depths) > 1 else ""
        return [fact(Seen.WORSE_AT, at=depths, loss=losses[worst], where=where)]
    if sign_test(*together) < ALL_DEPTHS:
        worse, better = int((together[0] < together[1]).sum()), int((together[0] > together[1]).sum())
        return [fact(Seen.WORSE_SOMEWHERE, worse=worse, n=len(together[0]), better=better)]
    return []


def _one_sided(beside: Beside) -> list[Fact]:
    """Whether it is exactly the plain search at odd depths, at even depths or for one side, and not in the rest."""
    side = np.array([beside.game.mover(position.state) for position in beside.examination.positions]) > 0
    odd = np.array([[depth % 2 == 1] for depth in beside.off])
    differs = np.array(list(beside.off.values())) > 0.0
    halves = {
        ("at odd depths", "at even depths"): odd | np.zeros_like(side),
        ("where Max moves", "where Min moves"): side | np.zeros_like(odd),
        ("where Max moves at the horizon", "where Min moves at the horizon"): odd ^ side,
    }
    for (here, there), half in halves.items():
        for exact, words in ((half, (here, there)), (~half, (there, here))):
            rest = differs & ~exact
            depths = rest.any(axis=1)
            positions = int(rest.any(axis=0).sum())
            spread = depths.sum() >= min(2, (~exact).any(axis=1).sum())
            if not differs[exact].any() and spread and (~exact).mean() ** positions < RARE / 6:  # six are tested
                return [fact(Seen.ONE_SIDED, here=words[0], there=words[1])]
    return []


def _same_at_all(beside: Beside) -> list[Fact]:
    """Whether it chooses the same at every depth, though the plain search often does not; and whether by its place."""
    positions, depths = beside.examination.positions, beside.examination.depths
    chosen = [[set(p.chosen[PLAYER, depth]) for depth in depths] for p in positions]
    usual = [[set(p.chosen[beside.plain, depth]) for depth in depths] for p in positions]
    differs = [not set.intersection(*moves) for moves in usual]
    changes = float(np.mean(differs))
    if changes < OFTEN or sum(differs) < FEW or any(moves[0] != other for moves in chosen for other in moves):
        return []
    listed = [list(moves_of(beside.game, p.state)) for p in positions]
    for which, place in (("first", 0), ("last", -1)):
        if all(moves[0] == {every[place]} for moves, every in zip(chosen, listed)):
            return [fact(Seen.PLACE_AT_ALL, which=which, share=changes)]
    return [fact(Seen.SAME_AT_ALL, share=changes)]


def _shifted(beside: Beside) -> list[Fact]:
    """Whether the moves that tie for it at each depth are those of the plain search at a greater one, everywhere."""
    depths = [int(depth) for depth in beside.examination.depths]
    for words, deeper in (("one ply deeper", 1), ("two plies deeper", 2), ("twice as deep", 0)):
        to = {d: d + deeper if deeper else 2 * d for d in depths}
        chosen = [
            (set(p.chosen[PLAYER, d]), set(p.chosen[beside.plain, d]), set(p.chosen[beside.plain, to[d]]))
            for p in beside.examination.positions
            for d in depths
            if to[d] in depths
        ]
        same = all(own == after for own, _, after in chosen)  # quiescence may have one of its moves, not all that tie
        if same and sum(not own <= usual for own, usual, _ in chosen) >= FEW:
            return [fact(Seen.SHIFTED, how=words)]
    return []


def _only_deeper(beside: Beside) -> list[Fact]:
    """Whether it is the plain search in all positions at the smallest depths, and deeper it is not. What a sound search
    adds, such as quiescence, shows at every depth."""
    off = beside.off
    same = list(takewhile(lambda depth: not off[depth].any(), off))
    differs = np.array([off[depth] > 0.0 for depth in off if depth not in same])
    unseen = (1.0 - differs.mean()) ** (len(same) * differs.shape[-1]) if same else 1.0
    if differs.any(axis=0).sum() < FEW or unseen > OFTEN:
        return []
    return [fact(Seen.ONLY_DEEPER, at=same, differ=int(differs.any(axis=0).sum()), n=differs.shape[-1])]


def _no_better(beside: Beside, deeper: tuple[int, int]) -> list[Fact]:
    """Whether it differs and gains nothing, or where it differs a deeper search prefers the plain search's moves. What
    a sound search adds, such as quiescence, makes it better: some differences that are no gain are enough."""
    own, usual = (np.sum(side, axis=0) for side in zip(*_pairs(beside)))
    worse, better = deeper
    losses = np.append(np.repeat([1.0, -1.0], deeper), 0.0)
    gains = min(sign_test(losses, 0.0 * losses), sign_test(usual, own)) < LIKELY
    even = better <= worse and own.sum() <= usual.sum()
    least = SOME if even else OFTEN
    some = [d for d, shares in beside.off.items() if (shares > 0.0).sum() >= FEW and shares.mean() >= least]
    differ = int((np.max(list(beside.off.values()), axis=0) > 0.0).sum())
    if some and differ >= NOT_BY_CHANCE and (even or not gains):
        return [fact(Seen.NO_BETTER, at=some)]
    n = worse + better
    p = USUALLY_WORSE
    if worse > better and sum(math.comb(n, k) * p**k * (1.0 - p) ** (n - k) for k in range(worse, n + 1)) < OFTEN:
        return [fact(Seen.DEEPER_PREFERS, worse=worse, n=n)]
    return []


def _unsteady(case: SearchCase, beside: Beside) -> list[Fact]:
    """A player that is mostly the plain search should always give the same answer, in every process."""
    again, other = case.again, case.elsewhere
    if again and _mostly_plain(beside) and again.unsteady >= FEWEST_CHANGES:
        return [again.fact]
    return [other.fact] if other and other.chosen and not other.tied and not (again and again.unsteady) else []


@as_check(
    "memory between calls",
    "asked again (with an empty memory, if the player can be copied), the player chooses differently",
    explains=True,
    about=SEARCH,
    mend=MENDS[Cause.MEMORY],
)
def memory(case: SearchCase) -> Finding | None:
    """Test whether earlier searches change what the player chooses: it is asked again, with an empty memory if it can
    be copied."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.player:
        return not_examined(needs=[Need.PLAYER])
    examination, again = case.examination, case.again
    if again is None:
        return not_examined(Seen.NOT_ASKED_AGAIN, needs=[Need.TIME])
    differ, compared = again.changed, again.compared
    if differ >= FEWEST_CHANGES and differ >= STEADY * again.unsteady:
        changed = fact(Seen.REMEMBERS_EMPTY if again.empty else Seen.REMEMBERS, differ=differ, asked=again.asked)
        plain = plain_rule(examination)
        rest = plain_choices(examination, plain) if plain else None
        return suspected(changed, rest=rest, headline=fact(Seen.REMEMBERS_HEAD, fact=changed), cause=Cause.MEMORY)
    if again.unsteady:
        return not_seen(compared, Seen.NOT_STEADY)
    return not_seen(compared, fact(Seen.CHANGED_ONCE, differ=differ)) if differ else examined(compared)


@as_check(
    "a wrong table inside one search",
    "with its table off, the player chooses differently; or its values are those of a deeper search",
    explains=True,
    about=SEARCH,
    mend=MENDS[Cause.TABLE],
)
def table_inside(case: SearchCase) -> Finding | None:
    """Test whether a table changes what one search chooses: with the table off, if the player takes a keyword `table`;
    by its values, if it returns them; or because it never differs from a plain search, which has none."""
    if case.engine or not case.examination.knob.plies:
        return None
    beside = beside_plain(case)
    if isinstance(beside, Finding):
        return beside
    off = case.no_table
    compared = alike(beside)
    rest = plain_choices(beside.examination, beside.plain)
    if off and off.changed >= FEWEST_CHANGES:
        changed = fact(Seen.TABLE_OFF, differ=off.changed, asked=off.asked)
        return suspected(changed, rest=rest, headline=fact(Seen.TABLE_HEAD, fact=changed), cause=Cause.TABLE)
    if seen_beyond := _beyond_the_horizon(beside):
        return suspected(seen_beyond, rest=rest, headline=fact(Seen.TABLE_HEAD, fact=seen_beyond), cause=Cause.TABLE)
    if off:
        return (
            not_seen(off.compared, fact(Seen.CHANGED_ONCE, differ=off.changed))
            if off.changed
            else examined(off.compared)
        )
    return not_examined(Seen.OFFERS_NO_SWITCH, needs=[Need.SWITCH]) if compared.differ else examined(compared)


def _beyond_the_horizon(beside: Beside) -> Fact | None:
    """Whether values of the player that are not those of the plain search are those of a deeper one: a table gave them
    that was filled by another search."""
    depths = [int(depth) for depth in beside.examination.depths]
    differ = 0
    from_deeper = 0
    for position in beside.examination.positions:
        usual = {depth: position.estimates.get((beside.plain, depth), math.nan) for depth in depths}
        for depth in depths[:-1]:
            value = position.estimates.get((PLAYER, depth), math.nan)
            if math.isnan(value) or math.isnan(usual[depth]) or _same_value(value, usual[depth]):
                continue
            differ += 1
            from_deeper += any(_same_value(value, usual[deeper]) for deeper in depths if deeper > depth)
    if from_deeper < max(FEW, EXPLAINED * differ):
        return None
    return fact(Seen.BEYOND_HORIZON, seen=from_deeper, n=differ)


def _same_value(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=SAME_VALUE, abs_tol=SAME_VALUE)


@as_check(
    "a beam or move limit",
    "where the player differs from a plain search, it chooses like a search that looks at fewer moves (two or more)",
    explains=True,
    about=SEARCH,
    costly=True,
    mend=MENDS[Cause.SOME_MOVES],
)
def move_limit(case: SearchCase) -> Finding | None:
    """Test whether a search of fewer moves explains the player's choices better than a search of all moves."""
    if not case.examination.knob.plies:
        return None
    if case.engine:
        return not_examined(Seen.ENGINE_PRUNES)
    beside = beside_plain(case)
    if isinstance(beside, Finding):
        return beside
    compared = alike(beside)
    agrees = min(1.0 - float(shares.mean()) for shares in beside.off.values())
    if not compared.differ:
        return examined(compared)
    if beside.plain != MINIMAX:
        return not_examined(Seen.LIMITS_OF_TWO)
    widest = max(len(position.values) for position in beside.examination.positions)
    limited = explain_player(beside, limited_searches(beside, min(widest, LARGEST_LIMIT + 1)))
    if limited and limited.agrees >= max(EXPLAINED, agrees):
        named = replace(limited, name=limited.name or Cause.SOME_MOVES)
        rest = plain_choices(beside.examination, beside.plain)
        return suspected(named.fact, rest=rest, cause=Cause.SOME_MOVES)
    return not_seen(compared, Seen.NO_LIMIT)


def limited_moves(game: AnyGame, most: int, worth: Callable[[State], float] | None, state: State) -> list[Move]:
    """At most this many moves of a position: the first ones, or those that look best."""
    moves = list(moves_of(game, state))
    if worth is not None and len(moves) > most:
        me = game.mover(state)
        moves.sort(key=lambda move: -me * worth(game.play(state, move)))
    return moves[:most]


def limited_searches(beside: Beside, widest: int) -> Iterator[OtherSearch]:
    """Searches with fewer moves, everywhere or only at the root. A player that looks at one move compares nothing, or
    looks one ply ahead: that is not a limit."""
    known = dict[tuple[int, int], MoveValues]()

    def at_root(p: Record, depth: int, limit: Callable[[State], list[Move]]) -> list[Move]:
        if (id(p), depth) not in known:
            known[id(p), depth] = beside.values(p, depth)
        values = known[id(p), depth]
        among = limit(p.state)
        return [move for move in among if values[move] == max(values[other] for other in among)]

    for most in range(2, widest):
        for which, order in (("first", None), ("best-looking", worth_of(beside.game, beside.evaluate))):
            limit = partial(limited_moves, beside.game, most, order)
            name = f"tried only the {most} {which} moves"
            yield OtherSearch(f"{name} at the root", Cause.SOME_MOVES, partial(at_root, limit=limit))
            everywhere = partial(beside.altered, moves=lambda state, ply, limit=limit: limit(state))
            yield OtherSearch(name, Cause.SOME_MOVES, everywhere)


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


FEWEST_FOR_FRIENDS = 100  # positions


@as_check(
    "simulations with a friendly opponent",
    "the player's choices are compared with those of our own simulations, equally many: with an opponent that "
    "helps, with a sound one, and without a tree. The player agrees most with the first; or it is right less often "
    "than the other two, and nearer to the first",
    explains=True,
    about=SEARCH,
    costly=True,
    mend=MENDS[Cause.FRIEND],
)
def friendly(case: SearchCase) -> Finding | None:
    """Compare the choices of a player by simulations with those of our own, at equal simulations: sound ones, ones in
    which the opponent chooses what is good for the player, and ones without a tree, whose opponent plays at random. It
    is suspected if it chooses as those with a friend do more often than as either of the others; or if it is right less
    often than either, and nearer to those with a friend."""
    examination, game, knob = case.examination, case.game, case.examination.knob
    if not case.player or knob.name != SIMULATIONS or game is None or has_chance(game):
        return None
    value = max((each for each in knob.values if each <= MOST_SIMULATIONS), default=knob.values[0])
    positions = spread(examination.positions, SIMULATED)
    if len(examination.positions) < FEWEST_FOR_FRIENDS:  # fewer called a sound player's traps a friendly opponent
        return not_examined(needs=[Need.POSITIONS])
    chosen = {
        simulate: [simulate(case, p.state, int(value), number) for number, p in enumerate(positions)]
        for simulate in (_simulate, _with_a_friend, _without_a_tree)
    }
    sound, friend, flat = (
        np.array([share_among(m, p.right) for m, p in zip(moves, positions)]) for moves in chosen.values()
    )
    as_sound, as_friend, as_flat = (
        np.array([share_among(p.chosen[PLAYER, value], m) for m, p in zip(moves, positions)])
        for moves in chosen.values()
    )
    own_shares = np.array([position.p_opt(PLAYER, value) for position in positions])
    gain = difference(own_shares, sound, SURE)
    as_right = abs(own_shares.mean() - friend.mean()) <= 0.5 * (sound.mean() - friend.mean())
    as_weak = gain.high < 0.0 and as_right and difference(own_shares, flat).high < 0.0
    chooses = gain.mean < 0.0 and max(sign_test(as_sound, as_friend), sign_test(as_flat, as_friend)) < 1.0 - SURE
    if as_weak or chooses:
        shares = {"own": float(own_shares.mean()), "sound": float(sound.mean()), "friend": float(friend.mean())}
        alike = {"alike": float(as_friend.mean()), "usual": float(as_sound.mean())}
        as_friends = fact(Seen.A_FRIEND, at=knob.at(value), **shares, **alike)
        return suspected(as_friends, headline=fact(Seen.A_FRIEND_HEAD, fact=as_friends), cause=Cause.FRIEND)
    compared = compare_gains(f"its accuracy beside that of our own, at {knob.at(value)},", [gain], show=gain)
    return not_seen(compared, Seen.WEAKER) if gain.high < 0.0 else examined(compared)


def _simulate(case: SearchCase, state: State, simulations: int, seed: int) -> list[Move]:
    """The best moves by our own simulations."""
    assert case.game is not None
    return SimulatingPlayer(case.game, case.evaluate, MEAN)(state, simulations, seed)


def _without_a_tree(case: SearchCase, state: State, simulations: int, seed: int) -> list[Move]:
    """The best moves by random games after each of them, or by the evaluator."""
    assert case.game is not None
    game = case.game
    evaluate = case.evaluate
    moves = moves_of(case.game, state)
    keys = [seed_key("flat", seed, game_number) for game_number in range(max(1, simulations // len(moves)))]

    def worth(after: State) -> float:
        if not len(moves_of(game, after)):
            return utility_of(game, after)
        if evaluate:
            return worth_of(game, evaluate)(after)
        ends = [random_end(game, after, key)[1] for key in keys]
        return math.fsum(0.0 if end is None else utility_of(game, end) for end in ends) / len(keys)

    values = {move: mover_of(game, state) * worth(play_of(game, state, move)) for move in moves}
    return [move for move, value in values.items() if value == max(values.values())]


def _with_a_friend(case: SearchCase, state: State, simulations: int, seed: int) -> list[Move]:
    """The best moves by our own simulations, if the opponent helps."""
    assert case.game is not None
    side = int(case.game.mover(state))
    evaluate = case.evaluate
    game = AlteredGame(case.game, mover=lambda _, ply: side)
    opinion = (lambda at: evaluate(at[0])) if evaluate else None
    return SimulatingPlayer(game, opinion, MEAN)((state, 0), simulations, seed)
