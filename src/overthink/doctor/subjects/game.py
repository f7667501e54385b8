"""The doctor on a game, an evaluator, and the user's own search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys, uniforms
from overthink.core.checked import check_kind, moves_of, start_of
from overthink.core.errors import parse_seed, require
from overthink.core.game import Evaluate, Game, key_of, text_of
from overthink.core.kinds import Seed
from overthink.core.processes import CannotSendError, can_fork, within
from overthink.core.threads import check_jobs
from overthink.core.tree import check_error
from overthink.doctor.ask.elsewhere import first_evaluations
from overthink.doctor.ask.examine import examine
from overthink.doctor.ask.journal import Journal, about_game
from overthink.doctor.ask.players import (
    OwnPlayer,
    Searches,
    Seeded,
    check_exploration,
    own_player,
    restore_random,
)
from overthink.doctor.ask.positions import make_positions, phases_within, plies_left, read_positions
from overthink.doctor.ask.settings import (
    BRANCHING_SAMPLE,
    Fit,
    Limits,
    branching,
    check_repeats,
    fit_to,
    leaves,
    parse_turned_knob,
    rules_of,
    usual_depths,
    usual_positions,
)
from overthink.doctor.checks.case import Known
from overthink.doctor.claims.claim import POSITIONS, CheckedSearch, examine_search
from overthink.doctor.claims.plain import AboutMove, ToMax
from overthink.doctor.find.advice import with_template
from overthink.doctor.record import (
    CLOSE,
    MINIMAX,
    PLAYER,
    AnyGame,
    Asking,
    Examination,
    Failure,
    Inquiry,
    Move,
    Plan,
    StageProgress,
    State,
    TruthSource,
    UserPlayer,
)
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.doctor.subjects.claimed import Claims, examine_opinion, parse_all_claims, to_max
from overthink.doctor.subjects.conclude import conclude
from overthink.doctor.truths import FURTHER, Cheapest, Deeper, LabelFile, read_truth, spread, truth_of
from overthink.measure.judgement import DEPTH, Knob
from overthink.report.progress import Stages
from overthink.rules import Rule
from overthink.search.subjects.bind import has_chance

FEWEST_CLAIMED = 60  # positions in which a claim is checked if there is a budget; a slow player passes it
QUIET_SECONDS = 2.0  # before a terminal shows progress; a shorter examination shows none
EACH = 0.04  # of the time that is left, at least, for the truth of one position; fewer positions are examined
FEW_MOVES = (
    "{:,} of {:,} positions were left out: their searches would not fit into the budget; the examined ones are those "
    "with the cheapest searches"
)
MOVES_COUNT = "a depth counts the players' moves: what chance does between them is not a ply"
LATE = "the phase of the game, the evaluator's opinions and other rules were left out: the time was over"


def diagnose(
    game: Game[State],
    evaluate: Evaluate | None = None,
    *,
    depths: Iterable[int] | None = None,
    rules: str | Rule | Sequence[str | Rule] | None = None,
    player: UserPlayer | None = None,
    positions: int | str | Path | LabelFile | Iterable[State] | None = None,
    truth: Any = None,
    error: float = 0.0,
    seed: Seed = 0,
    keep: str | Path | None = None,
    tell: StageProgress | None = None,
    knob: Knob | tuple[str, Iterable[float]] | None = None,
    repeats: int = 1,
    jobs: int | None = None,
    budget: float | None = None,
    search: str | None = None,
    exploration: float | None = None,
    claims: str | UserPlayer | Iterable[str | UserPlayer] | None = None,
    noisy: AboutMove | None = None,
    extend: AboutMove | None = None,
    plies: str = "moves",
) -> Diagnosis:
    """Does looking further ahead help in this game, with this evaluator?

    Args:
        game: Any object with the methods of `ot.Game`.
        evaluate: `evaluate(state)`: a value to Max, or a value and the probability that it is wrong.
        depths: Plies to look ahead; the default `depths` and `positions` take about a minute.
        rules: Names, or rules of your own; minimax by default, expectimax with chance. With `search=`, the rule
            inside its tree.
        player: Your own search: `player(state, depth)` returns a move, a list of moves that tie, or a value for
            each. The doctor examines it beside a plain search with the same evaluator.
        positions: How many to generate, or the positions themselves. A path names a file of positions, one a line, with
            or without the values of moves.
        truth: "solve" solves the game to its end; a number is the depth of a much deeper search; a path names a file of
            JSON lines with the value of each move. By default, a small game is solved, and a large one is searched four
            plies deeper.
        error: The error of evaluations that do not state one.
        seed: Of the positions that are generated, and of a random player.
        keep: Names a file that stores each finished position: a second run resumes from it.
        tell: Is called with the name of a stage, how much of it is done, and of how much. By default, a terminal shows
            a bar after two seconds.
        knob: An effort other than depth, such as ("simulations", (10, 100, 1000)): the player gets its values in the
            place of depths.
        repeats: Asks a random player so often about each position; it may take a keyword `seed` or `rng`.
        jobs: How many processes examine positions side by side (None: this process alone).
        budget: In seconds: what does not fit is left out, and said.
        search: "uct" examines Monte Carlo tree search with this evaluator (random games if there is none) and
            the knob "simulations"; "best-first" examines `ot.best_first` and the knob "evaluations".
        exploration: The constant of "uct".
        claims: What your search is, and what your evaluator is, checked first as by `ot.check_search` and
            `ot.check_evaluator`: one claim, or a list such as ("plain", "mover"). Without a claim, a search that
            differs from a plain one is not suspected. An evaluator that claims to be for the "mover" is turned for Max.
        noisy: `noisy(state, move)`: moves that the claimed search tries beyond the horizon.
        extend: `extend(state, move)`: moves that take no ply in the claimed search.
        plies: What the claimed search counts in a game with chance: "moves" of players, or "rolls" too; or "early".

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> diagnosis = ot.diagnose(game, ot.store_difference(game), depths=(1, 3), positions=40)
    >>> print(diagnosis.verdict)
    deeper is better: 23.8 points from depth 1 to 3, at 4 times the nodes
    """
    limits = Limits(budget)
    check_kind(game)
    check_error(error)
    if jobs is not None:
        check_jobs(jobs)
    claimed = parse_all_claims(claims, noisy, extend, plies)
    evaluate = to_max(game, evaluate, claimed)
    if search is None:
        check_exploration(exploration)
    else:  # becomes a player with a knob
        alone = player is None and depths is None
        require(alone, f"The search '{search}' takes the place of a player and of depths. Leave these out.")
        player, knob = own_player(search, game, evaluate, rules, knob, exploration, error)
        rules = None
    check_repeats(repeats, player)
    turned = parse_turned_knob(knob, depths, rules, player)
    claimed.check(player, evaluate, turned.name if turned else DEPTH)
    with Stages(QUIET_SECONDS) as stages:
        tell = tell or (stages.tell if stages.live else None)
        wish = Wish(
            game, evaluate, error, player, rules, turned, positions, read_truth(truth), parse_seed(seed), keep, tell,
            repeats, jobs, limits, claimed,
        )  # fmt: skip
        return plan_game(wish).diagnose()


@dataclass(frozen=True)
class Wish:
    """What the user asked for: the parameters of `diagnose`, read."""

    game: AnyGame
    evaluate: Evaluate | None
    error: float
    player: UserPlayer | None
    rules: Any
    knob: Knob | None  # None: the doctor chooses depths
    positions: Any
    truth: Any
    seed: int
    keep: str | Path | None
    tell: StageProgress | None
    repeats: int
    jobs: int | None
    limits: Limits
    claims: Claims


@dataclass(frozen=True)
class FirstLook:
    """Positions to look at before the plan is made, and how far one can search in them."""

    given: list[State] | None  # by the user
    unread: tuple[Failure, ...]
    sample: list[State]
    names: list[str]  # of everything examined, the player first
    own: Mapping[str, Rule]  # the user's rules
    goal: int  # the one player who makes all moves, or 0
    branching: float
    pruned: bool

    @property
    def depths(self) -> range:
        """As deep as is fast."""
        return usual_depths(self.branching, self.pruned)


def _look(wish: Wish) -> tuple[Wish, FirstLook]:
    """Look at some positions. A file of positions that has labels is the truth too."""
    game, turned = wish.game, wish.knob
    labelled = wish.truth if isinstance(wish.truth, LabelFile) else None
    given = read_positions(wish.positions, game, labelled)
    if wish.truth is None and given.file and given.file.labelled:
        wish = replace(wish, truth=given.file)
    sample = given.states or make_positions(game, BRANCHING_SAMPLE, wish.seed, deadline=wish.limits.sampled)
    plain = wish.evaluate if turned is None or turned.plies else None
    rules = rules_of(game, wish.rules, wish.player, plain, sample)
    unknown = turned is None or not turned.plies or wish.positions is None
    b = branching(game, sample) if unknown else 0.0
    pruned = set(rules.names) <= {PLAYER, MINIMAX}
    return wish, FirstLook(given.states, given.unread, sample, *rules, b, pruned)


@dataclass
class GamePlan(Plan[Examination, Diagnosis]):
    """The plan for a game, and what is known of it besides."""

    asking: Asking
    wish: Wish
    known: Known

    def examine(self) -> Examination:
        wish = self.wish
        some = spread(self.asking.states, POSITIONS if wish.limits.over is None else FEWEST_CLAIMED)
        opinion = examine_opinion(wish.game, wish.evaluate, wish.claims.evaluator, some, wish.seed)
        self.known = replace(self.known, claim=self.examine_claim(some), opinion=opinion)
        with restore_random():
            return examine(self.asking)

    def examine_claim(self, some: list[State]) -> CheckedSearch | None:
        """What the player was found to be, if it claims something."""
        wish, asking, claims = self.wish, self.asking, self.wish.claims
        if claims.search is None or wish.player is None:
            return None
        depths = [int(value) for value in asking.inquiry.knob.values]
        return examine_search(
            wish.game, wish.player, wish.evaluate, depths, claims.search, some, seed=wish.seed,
            truth=asking.inquiry.truth, tell=asking.tell,
        )  # fmt: skip

    def conclude(self, examination: Examination) -> Diagnosis:
        player = self.wish.player
        diagnosis = _in_time(lambda: self.ask_more(examination), self.wish.limits) or self.short(examination)
        advice = diagnosis.advice
        if isinstance(player, OwnPlayer) and advice.rule == PLAYER and advice.depth:  # asks the search itself
            advice = with_template(advice, player.line(int(advice.depth)))
        if isinstance(self.wish.evaluate, ToMax) and advice.template:
            turned = "evaluate=lambda state: {game}.mover(state) * {evaluate}(state)"
            advice = with_template(advice, advice.template.replace("evaluate={evaluate}", turned))
        return replace(diagnosis, advice=advice)

    def short(self, examination: Examination) -> Diagnosis:
        """The diagnosis without what takes time."""
        return conclude(replace(examination, notes=(*examination.notes, LATE)), replace(self.known, hurry=True))

    def ask_more(self, examination: Examination) -> Diagnosis:
        """The diagnosis, with questions to the evaluator."""
        left = phases_within(examination, self.wish.game, 0.25 * self.wish.limits.left)
        if left is None:  # what asks the game again would take even longer
            return self.short(examination)
        with restore_random():
            return conclude(examination, replace(self.known, truth=self.asking.inquiry.truth, left=left))


def plan_game(wish: Wish) -> GamePlan:
    """The plan for what the user asked."""
    wish, look = _look(wish)
    game, evaluate, player, limits, tell = wish.game, wish.evaluate, wish.player, wish.limits, wish.tell
    whole = wish.knob or Knob(DEPTH, tuple(look.depths))
    fit = fit_to(limits, wish.jobs, evaluate, look.sample, look.branching, look.pruned)
    cheaper, fit = fit.evaluator(evaluate, whole) if player is None else (evaluate, fit)
    notes = [] if cheaper is evaluate else [f"evaluations are {cheaper}: others would not fit into the budget"]
    wish, evaluate = replace(wish, evaluate=cheaper), cheaper
    knob = fit.depths(whole) if player is None else whole
    choose = Searches(game, evaluate, wish.error, Seeded(player, wish.seed) if player else None, look.own)
    first = first_evaluations(evaluate, look.sample) if evaluate and knob.plies else {}
    known = Known(
        game=game, evaluate=evaluate, error=wish.error, text=partial(text_of, game), limits=limits, first=first
    )
    out = whole.values[len(knob.values) :]
    knob, source = _truth(wish, look, knob, fit)
    states, fewer = _states(wish, look, knob, source, choose if fit.sensible else None)
    notes += fewer
    if look.given is None and player is None and evaluate:
        made, states = states, fit.affordable(game, evaluate, states, knob)
        if len(states) < len(made):
            notes.append(FEW_MOVES.format(len(made) - len(states), len(made)))
    if knob.plies and has_chance(game):
        notes.append(MOVES_COUNT)
    if out:
        left_out = ", ".join(f"{depth:g}" for depth in out)
        notes.append(f"depth {left_out} was left out: too few positions would fit into the budget")
    if isinstance(source, Cheapest):
        source = replace(source, seconds=max(EACH, 0.5 / len(states)) * limits.left)
    journal = None
    if wish.keep is not None:
        again = {"repeats": wish.repeats, "seed": wish.seed} if wish.repeats > 1 else {}
        about = about_game(game, evaluate, player, source, look.names, look.own, knob, error=wish.error, **again)
        journal = Journal(wish.keep, about, partial(key_of, game), lambda state: moves_of(game, state))
    more = {PLAYER: wish.repeats} if wish.repeats > 1 else {}
    here = [PLAYER] if player and knob.plies else []
    inquiry = Inquiry(source, choose, look.names, knob, getattr(source, "close", CLOSE), more, here)
    until = limits.examined and max(limits.examined, limits.now + 0.5 * limits.left)
    unread = (*getattr(source, "unread", ()), *look.unread)
    asking = Asking(inquiry, states, tell, journal, wish.jobs, until, tuple(notes), unread)
    return GamePlan(asking, wish, known)


def _truth(wish: Wish, look: FirstLook, knob: Knob, fit: Fit) -> tuple[Knob, TruthSource]:
    """The truth; and the depths, smaller ones if they are the doctor's own and the truth would take long."""
    game, given = wish.game, look.given
    deepest = int(knob.values[-1]) if knob.plies else look.depths[-1]
    least = deepest if knob.plies or wish.truth is None else 0  # that the truth must search further than
    start = given[0] if given else start_of(game)
    with suppress(Exception):  # the game fails in some position: the examination will name it
        phases = {n: plies_left(game, each, seed_key("phase", n)) for n, each in enumerate(given[:50] if given else [])}
        start = given[max(phases, key=phases.__getitem__)] if given and phases else start  # the farthest from the end
    source = truth_of(wish.truth, game, wish.evaluate, least, start, look.goal, wish.tell, wish.limits.left)
    source = fit.truth(source, look.sample[0])
    chosen = wish.knob is None and wish.truth is None  # by the doctor
    if chosen and isinstance(source, Deeper) and has_chance(game):
        depths = usual_depths(look.branching, look.pruned, FURTHER)  # chance allows no pruning
        return Knob(DEPTH, tuple(depths)), replace(source, depth=depths[-1] + FURTHER)
    return knob, source


def _states(
    wish: Wish, look: FirstLook, knob: Knob, source: TruthSource, choose: Searches | None
) -> tuple[list[State], tuple[str, ...]]:
    """The positions, and a note if there are fewer than were asked for. Without `choose`, all play is random."""
    limits, positions = wish.limits, wish.positions
    deepest = int(knob.values[-1]) if knob.plies else look.depths[-1]
    deeper = leaves(look.branching, deepest + FURTHER // 2, look.pruned)
    work = 0.0 if source.exact else getattr(source, "work", deeper)
    usual = usual_positions(look.branching, deepest, look.pruned, work)
    number = positions if isinstance(positions, int) else usual

    def best(state: State) -> Move:
        assert choose
        return choose(state, look.names[-1], 1 if knob.plies else knob.values[0], 0).moves[0]

    sensible = best if choose and (wish.evaluate is not None or wish.player) else None
    until = limits.made and max(limits.made, limits.now + 0.1 * limits.left)
    states = look.given or make_positions(wish.game, number, wish.seed, sensible, wish.tell, until)
    late = until and limits.now > until
    notes: tuple[str, ...] = ()
    if not look.given and len(states) < number and (late or isinstance(positions, int)):
        why = "the time was over" if late else "random play found no others"
        notes = (f"{number - len(states):,} of {number:,} positions were not made: {why}",)
    if wish.player is not None:  # in random order, so that a change over time comes from the player
        order = np.argsort(uniforms(subkeys(np.arange(len(states), dtype=np.uint64), wish.seed)))
        states = [states[i] for i in order]
    return states, notes


def _in_time(finish: Callable[[], Diagnosis], limits: Limits) -> Diagnosis | None:
    """The diagnosis; None if it takes too long. Where little time is left, a process works on it that can be ended."""
    with suppress(CannotSendError):
        if not limits.early and can_fork():
            return within(limits.left, lambda _: finish())
    return finish()
