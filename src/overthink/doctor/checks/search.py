"""Checks of the player's own search: is it what it says, does it remember too much, or try too few moves?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

import numpy as np

from overthink.core.checked import mover_of, moves_of, play_of
from overthink.core.errors import counted
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.core.game import Evaluate
from overthink.doctor.ask.players import agreement, plain_rule, search_choice
from overthink.doctor.check import (
    LARGE,
    SURE,
    Case,
    Check,
    Finding,
    Outcome,
    not_tested,
    ruled_out,
    suspected,
    unless_too_weak,
    visible_from,
)
from overthink.doctor.checks.differences import OtherSearch, explain_player, judge_deeper, proven_worse
from overthink.doctor.find.causes import worth_of
from overthink.doctor.find.evidence import fair_choices, plain_choices
from overthink.doctor.record import MINIMAX, PLAYER, AnyGame, Examination, Move, MoveValues, Record, State
from overthink.doctor.truths import Deeper
from overthink.measure.judgement import Value
from overthink.measure.paired import difference, sign_test

ALL_DEPTHS = 0.025  # the probability of chance that is allowed, over all depths together
OFTEN = 0.05  # a share of differences that a right table or another order of moves does not make
SOME, FEW = 0.03, 3  # a share and a number of differences, if they gain nothing
USUALLY_WORSE = 1 / 3  # of the differences that a sound search makes, at most
RARE = 0.01
LIKELY = 0.2  # a gain counts already if chance makes it in at most this share of cases
ENOUGH = 16  # differences that another rule must explain, if it does not explain all choices
TIGHT, LOOSE = 0.5, 0.7  # a rule in which more moves tie explains any player; up to the latter it must explain all
MOSTLY_PLAIN = 0.8  # agreement from which on the player is meant to be a plain search
UNSTEADY = 2  # answers that change: no accident
MEANT = "it differs from a plain search, with or without pruning, and is not worse: a bug if it is meant to be one"
PROVEN = "it plays a move that a search of the same depth proves to be worse"
CHANGES = 2  # answers that a memory changes: no accident
STEADY = 4  # times as many must change steadily as change each time
WIDEST = 8  # the largest limit to try
LIMITED = "tried only some moves"
EXPLAINED = 0.9  # agreement that a search must reach to explain the player
FEWEST_POSITIONS = 10  # positions


def not_the_search(case: Case) -> Finding | None:
    """Test whether the player decides worse than the plain search, or differs in a way that only a mistake explains.
    Another sound search, such as one with quiescence or with another rule, also decides otherwise. It is not suspected:
    it is better for it, and it differs at all depths and for both sides."""
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
    slow, explanation = not case.hurry, None
    if slow:
        explanation = explain_player(examination, plain, case.game, case.evaluate, case.error, case.opinions)
    shares = ", ".join(f"{100 * (1 - share.mean()):.1f}% at depth {depth}" for depth, share in off.items())
    agrees = f"it chooses as the plain search does in {shares} of positions"
    strange = [*_one_sided(case, off), *_unsteady(case, off), *_same_at_all(examination, plain)]
    strange += _shifted(examination, plain)
    rule, worse = explanation if explanation and not explanation.mistake else None, _worse(examination, plain)
    rule = None if strange or (worse and _mostly_plain(off)) else rule
    many, exact = rule is not None and rule.differences >= ENOUGH, rule is not None and rule.agrees == 1.0
    if rule and (many or exact) and rule.chance <= (LOOSE if many and exact else TIGHT):
        told = f"{agrees}, but as if it {rule.name} in {100 * rule.agrees:.0f}%"
        outcome = Outcome.NOT_TESTED if _mostly_plain(off) else Outcome.RULED_OUT
        why = f"{MEANT}; {told}" if _mostly_plain(off) else told
        return Finding(outcome, why, headline=f"it chooses as if it {rule.name}")
    proven, looked = proven_worse(examination, plain, case.game, case.opinions) if slow else (0, 0)
    reasons = [
        *worse,
        *strange,
        *([str(explanation)] if explanation and explanation.mistake else []),
        *([f"in {proven} of {looked} positions in which it differs, {PROVEN}"] if proven >= UNSTEADY else []),
        *_only_deeper(off),
        *_no_better(examination, plain, off, judge_deeper(examination, plain, case.game, case.evaluate, slow)),
    ]
    again = [str(case.again)] if case.again else []
    if reasons:
        told = "; ".join([agrees, *reasons, *(line for line in again if line not in reasons)])
        named = explanation and explanation.mistake and explanation.name
        mistake = f"; it chooses as if it {named}" if named else ""
        headline = f"the search is not what it says: {reasons[0]}{'' if reasons[0] == str(explanation) else mistake}"
        return suspected(told, plain_choices(examination, plain), headline)
    gains = [difference(a, b, SURE) for a, b in _pairs(examination, plain)]
    visible = max(visible_from(gain, SURE) for gain in gains)
    told = "; ".join([MEANT, agrees, *again, f"a loss of {100 * visible:.1f} points would have been seen"])
    return Finding(Outcome.NOT_TESTED, told, headline=f"it is not a plain search: {agrees}")


def _mostly_plain(off: dict[Value, Sample]) -> bool:
    """Whether it chooses as the plain search does in most positions, at every depth."""
    return min(1.0 - float(shares.mean()) for shares in off.values()) >= MOSTLY_PLAIN


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
        loss = f"by {points:.1f} points{where}, with ties shared equally"
        return [f"{_at(depths)} it decides worse than a plain search of the same depth, {loss}"]
    if sign_test(*together) < ALL_DEPTHS:
        worse, better = int((together[0] < together[1]).sum()), int((together[0] > together[1]).sum())
        many = f"{worse} of {counted(len(examination.positions), 'position')}"
        return [f"at one depth or more it decides {many} worse than a plain search, and {better} better"]
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
            if not differs[exact].any() and spread and (~exact).mean() ** positions < RARE / 6:  # six are tested
                return [f"{words[0]} it chooses as the plain search does everywhere, {words[1]} it does not"]
    return []


def _same_at_all(examination: Examination, plain: str) -> list[str]:
    """Whether it chooses the same at every depth, though the plain search often does not."""
    chosen = [[set(p.chosen[PLAYER, depth]) for depth in examination.depths] for p in examination.positions]
    usual = [[set(p.chosen[plain, depth]) for depth in examination.depths] for p in examination.positions]
    differs = [not set.intersection(*moves) for moves in usual]
    changes = float(np.mean(differs))
    if changes < OFTEN or sum(differs) < FEW or any(moves[0] != other for moves in chosen for other in moves):
        return []
    return [f"it chooses the same at every depth, where the plain search changes in {100 * changes:.0f}% of positions"]


def _shifted(examination: Examination, plain: str) -> list[str]:
    """Whether the moves that tie for it at each depth are those of the plain search at a greater one, everywhere."""
    depths = [int(depth) for depth in examination.depths]
    for words, deeper in (("one ply deeper", 1), ("two plies deeper", 2), ("twice as deep", 0)):
        to = {d: d + deeper if deeper else 2 * d for d in depths}
        chosen = [
            (set(p.chosen[PLAYER, d]), set(p.chosen[plain, d]), set(p.chosen[plain, to[d]]))
            for p in examination.positions
            for d in depths
            if to[d] in depths
        ]
        same = all(own == after for own, _, after in chosen)  # quiescence may have one of its moves, not all that tie
        if same and sum(not own <= usual for own, usual, _ in chosen) >= FEW:
            return [f"at each depth it chooses as the plain search {words} does, in all positions"]
    return []


def _only_deeper(off: dict[Value, Sample]) -> list[str]:
    """Whether it is the plain search in all positions at the smallest depths, and deeper it is not. What a sound search
    adds, such as quiescence, shows at every depth."""
    same = list(takewhile(lambda depth: not off[depth].any(), off))
    differs = np.array([off[depth] > 0.0 for depth in off if depth not in same])
    unseen = (1.0 - differs.mean()) ** (len(same) * differs.shape[-1]) if same else 1.0
    if differs.any(axis=0).sum() < FEW or unseen > OFTEN:
        return []
    where = f"deeper it does not, in {differs.any(axis=0).sum()} of {differs.shape[-1]:,}"
    return [f"{_at(same)} it chooses as the plain search does in all positions, {where}"]


def _no_better(examination: Examination, plain: str, off: dict[Value, Sample], deeper: tuple[int, int]) -> list[str]:
    """Whether it differs and gains nothing, or where it differs a deeper search prefers the plain search's moves. What
    a sound search adds, such as quiescence, makes it better: a few differences that are no gain are enough."""
    fair, usual = (np.sum(side, axis=0) for side in zip(*_pairs(examination, plain)))
    worse, better = deeper
    losses = np.append(np.repeat([1.0, -1.0], deeper), 0.0)
    gains = min(sign_test(losses, 0.0 * losses), sign_test(usual, fair)) < LIKELY
    even = better <= worse and fair.sum() <= usual.sum()
    some = [
        d for d, shares in off.items() if (shares > 0.0).sum() >= FEW and shares.mean() >= (SOME if even else OFTEN)
    ]
    if some and (even or not gains):
        return [f"{_at(some)} it decides otherwise than a plain search, and is not better for it"]
    n, p = worse + better, USUALLY_WORSE
    if worse > better and sum(math.comb(n, k) * p**k * (1.0 - p) ** (n - k) for k in range(worse, n + 1)) < OFTEN:
        seen = f"in {worse} of {n} positions in which it differs"
        return [f"{seen}, the truth or a search two plies deeper prefers the plain search's move"]
    return []


def _unsteady(case: Case, off: dict[Value, Sample]) -> list[str]:
    """A player that is mostly the plain search should always give the same answer, in every process."""
    again, other = case.again, case.elsewhere
    if again and _mostly_plain(off) and again.unsteady >= UNSTEADY:
        return [str(again)]
    return [str(other)] if other and other.chosen and not other.tied and not (again and again.unsteady) else []


def _at(depths: Sequence[Value]) -> str:
    names = ", ".join(map(str, depths))
    return f"at depth{'s' if len(depths) > 1 else ''} {names}"


NOT_THE_SEARCH = Check(
    "a search that is not what it says",
    "the player decides worse than a plain search of the same depth, differs only at some depths or for one side, "
    "chooses as a search with a known mistake, or differs and gains nothing",
    not_the_search,
    explains=True,
    mend="compare your search with the plain one in the positions under 'Your search beside a plain one'",
)


def stale_table(case: Case) -> Finding:
    """Test whether earlier searches change what the player chooses: it is asked again, with an empty memory if it can
    be copied."""
    if case.engine:
        return ruled_out("the table is cleared before every search")
    if case.rule != PLAYER:
        return ruled_out("these searches do not use a table")
    examination, again = case.examination, case.again
    plain = plain_rule(examination)
    if again and again.changed >= CHANGES and again.changed >= STEADY * again.unsteady:
        memory = "with an empty memory" if again.empty else "again"
        why = f"asked {memory}, it chooses otherwise in {again.changed} of {again.asked} cases"
        headline = f"what it remembers changes what it chooses: {why}"
        return suspected(why, plain_choices(examination, plain) if plain else None, headline)
    if plain and all(agreement(examination, plain, depth).min() == 1.0 for depth in examination.depths):
        return ruled_out("it chooses as a plain search without a table does, in every position")
    if again is None or again.unsteady:
        why = "the player was not asked again" if again is None else "it answers the same question differently"
        return not_tested(f"{why}, so what it remembers would not show")
    memory = "a copy of it, made before it searched," if again.empty else "asked again, it"
    return ruled_out(f"{memory} chooses alike in all {again.asked:,} cases")


STALE_TABLE = Check(
    "a stale or shared transposition table",
    "asked again, with an empty memory if it can be copied, the player chooses otherwise",
    stale_table,
    explains=True,
    mend="clear the table before every search, or use an entry only at the depth that it was stored for",
)


def move_limit(case: Case) -> Finding | None:
    """Test whether a search of fewer moves explains the player's choices better than a search of all moves."""
    if not case.examination.knob.plies:
        return None
    if case.engine:
        return not_tested("engines prune moves and do not report which")
    if case.rule != PLAYER:
        return ruled_out("the search tries every legal move")
    examination = case.examination
    plain = plain_rule(examination)
    if plain is None or case.game is None or case.evaluate is None:
        return not_tested("needs an evaluator, for a plain search to compare with")
    agreements = {int(depth): agreement(examination, plain, depth) for depth in reversed(examination.depths)}
    deep = min(agreements, key=lambda depth: float(agreements[depth].mean()))  # where it differs most
    agrees = agreements[deep]
    as_plain = f"the same moves as a plain search in {100 * agrees.mean():.1f}% of positions at depth {deep}"
    if agrees.mean() >= 1.0 - LARGE:
        return ruled_out(f"it chooses {as_plain}")
    if plain != MINIMAX:
        return not_tested(f"it chooses {as_plain}; limits are tested only in games of two players without chance")
    widest = max(len(position.values) for position in examination.positions)
    limits = limited_searches(case.game, case.evaluate, min(widest, WIDEST + 1))
    found = explain_player(examination, plain, case.game, case.evaluate, case.error, case.opinions, limits)
    if found and found.agrees >= max(EXPLAINED, float(agrees.mean())):
        return suspected(str(replace(found, name=found.name or LIMITED)), plain_choices(examination, plain))
    return not_tested(f"it chooses {as_plain}, and no limit on the moves explains the others")


class LimitedGame:
    """A game with at most `most` moves in each position: the first ones, or those that look best."""

    def __init__(self, game: AnyGame, most: int, worth: Callable[[State], float] | None = None):
        self.game, self.most, self.worth = game, most, worth
        self.mover, self.play, self.utility = game.mover, game.play, game.utility

    def moves(self, state: State) -> list[Move]:
        moves, worth = list(moves_of(self.game, state)), self.worth
        if worth is not None and len(moves) > self.most:
            me = self.game.mover(state)
            moves.sort(key=lambda move: -me * worth(self.game.play(state, move)))
        return moves[: self.most]


def limited_searches(game: AnyGame, evaluate: Evaluate, widest: int) -> Iterator[OtherSearch]:
    """Searches with fewer moves, everywhere or only at the root. A player that looks at one move compares nothing, or
    looks one ply ahead: that is not a limit."""
    worth, known = worth_of(game, evaluate), dict[tuple[int, int], MoveValues]()

    def at_root(p: Record, depth: int, limited: LimitedGame) -> list[Move]:
        if (id(p), depth) not in known:
            known[id(p), depth] = Deeper(game, evaluate, depth).values(p.state)
        values, among = known[id(p), depth], limited.moves(p.state)
        return [move for move in among if values[move] == max(values[other] for other in among)]

    def inside(p: Record, depth: int, limited: LimitedGame) -> Sequence[Move]:
        return search_choice(limited, evaluate, 0.0, p.state, MINIMAX, depth).moves

    for most in range(2, widest):
        for which, order in (("first", None), ("best-looking", worth)):
            limited = LimitedGame(game, most, order)
            name = f"tried only the {most} {which} moves"
            yield OtherSearch(f"{name} at the root", LIMITED, partial(at_root, limited=limited))
            yield OtherSearch(name, LIMITED, partial(inside, limited=limited))


MOVE_LIMIT = Check(
    "a beam or move limit",
    "where the player differs from a plain search, it chooses as a search of fewer moves does, two or more",
    move_limit,
    explains=True,
    costly=True,
    mend="search every legal move, or raise the limit",
)


def worse_than_chance(case: Case) -> Finding | None:
    """Compare the player with random moves, everywhere, where each side moves, and where a right move ends the game.

    This needs no plain search, so it is for players with a knob other than depth, or without an evaluator. Effort
    that hurts still begins near chance. So every value of the knob must be worse than chance, everywhere or where one
    side moves; or the greatest effort must be where a right move ends the game at once, which any search sees."""
    examination, game, knob = case.examination, case.game, case.examination.knob
    if case.rule != PLAYER or game is None or (knob.plies and plain_rule(examination)):
        return None
    if len(examination.positions) < FEWEST_POSITIONS:
        return not_tested("needs more positions")
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
        gain, sentence = _against_chance(ends, most, 1, where, f"at {knob.at(most)}")
        if gain.high < 0.0:
            return _worse_than_chance(sentence)
    return unless_too_weak("it does not choose worse than chance", "a loss", gains, simultaneous(len(gains), SURE))


def _against_chance(
    positions: Sequence[Record], value: Value, compared: int, where: str, at: str
) -> tuple[Estimate, str]:
    """The gain over random moves, and a sentence with both shares of right moves."""
    chance = np.array([len(position.right) / len(position.values) for position in positions])
    shares = np.array([position.p_opt(PLAYER, value) for position in positions])
    both = f"in {100 * shares.mean():.0f}% of {where}, a random move in {100 * chance.mean():.0f}%"
    return difference(shares, chance, simultaneous(compared, SURE)), f"{at} it is right {both}"


def _worse_than_chance(sentence: str) -> Finding:
    return suspected(sentence, headline=f"the player chooses worse than chance: {sentence}")


WORSE_THAN_CHANCE = Check(
    "choices worse than chance",
    "without a plain search: the player is right less often than random moves, whatever the effort, for both sides or "
    "one, or where a right move ends the game at once",
    worse_than_chance,
    explains=True,
    mend="check for which side results and values are counted, and that the best move is returned, not the worst",
)
