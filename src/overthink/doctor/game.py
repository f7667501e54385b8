"""The doctor on a game, an evaluator, and the user's own search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys, uniforms
from overthink.core.checked import checked_depths, checked_kind, moves_of, start_of
from overthink.core.errors import checked_seed, require
from overthink.core.game import Evaluate, Game, key_of, text_of
from overthink.core.kinds import Seed
from overthink.core.processes import CannotSendError, can_fork, within
from overthink.core.tree import checked_error
from overthink.doctor.ask.elsewhere import ask_elsewhere, compare_answers
from overthink.doctor.ask.examine import Inquiry, examine
from overthink.doctor.ask.fit import fit_to
from overthink.doctor.ask.journal import Journal, about_game
from overthink.doctor.ask.players import (
    SIMULATIONS,
    Searches,
    Seeded,
    SimulatingPlayer,
    copies_of,
    plain_rule,
    restore_random,
    simulating_player,
)
from overthink.doctor.ask.positions import make_positions, phases_within, plies_left, read_positions
from overthink.doctor.ask.settings import (
    BRANCHING_SAMPLE,
    Limits,
    branching,
    checked_jobs,
    checked_repeats,
    checked_turn,
    leaves,
    rules_of,
    usual_depths,
    usual_positions,
)
from overthink.doctor.diagnosis import Diagnosis, conclude
from overthink.doctor.find.advice import Advice, with_template
from overthink.doctor.record import CLOSE, MINIMAX, PLAYER, Choice, Move, StageProgress, State, UserPlayer
from overthink.doctor.truths import FURTHER, Cheapest, Deeper, LabelFile, read_truth, truth_of
from overthink.measure.judgement import DEPTH, Knob, Value
from overthink.rules import Rule
from overthink.search.monte_carlo import UCT
from overthink.search.subject import has_chance

EACH = 0.04  # of the time that is left, at least: for the truth of one position
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
) -> Diagnosis:
    """Does looking further ahead help in this game, with this evaluator?

    `positions` is how many to generate, or the positions themselves. The default `depths` and `positions` take about a
    minute. A path names a file of positions, one a line, with or without the values of moves.
    `player(state, depth)` is your own search: it returns a move, a list of moves that tie, or a value for each.
    The doctor examines it beside a plain search with the same evaluator. `truth`: "solve" solves the game to its end; a
    number is the depth of a much deeper search; a path names a file of JSON lines with the value of each move. By
    default, a small game is solved, and a large one is searched four plies deeper. `error` is the error of evaluations
    that do not state one. `keep` names a file that stores each finished position: a second run resumes from it. The
    doctor calls `tell` with the name of a stage, how much of it is done, and of how much.

    `knob` is an effort other than depth, such as ("simulations", (10, 100, 1000)): the player gets its values in the
    place of depths. `repeats` asks a random player so often about each position; it may take a keyword `seed` or `rng`.
    `search="uct"` examines Monte Carlo tree search with this evaluator (random games if there is none) and the knob
    "simulations"; `rules` then names the rule inside its tree, the mean by default, and `exploration` is its constant.
    `jobs` processes examine positions side by side (None: this process alone). `budget` is in seconds: what does not
    fit is left out, and said.

    `game`: any object with the methods of `ot.Game`. `evaluate(state)`: a value to Max, or a value and the probability
    that it is wrong.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> diagnosis = ot.diagnose(game, ot.store_difference(game), depths=(1, 3), positions=40)
    >>> print(diagnosis.verdict)
    deeper is better: 23.8 points from depth 1 to 3, at 4 times the nodes
    """
    limits, seed = Limits(budget), checked_seed(seed)
    checked_kind(game)
    checked_error(error)
    if jobs is not None:
        checked_jobs(jobs)
    if search is not None:
        alone = player is None and depths is None
        require(alone, "A search by simulation takes the place of a player and of depths. Leave these out.")
        player, knob = simulating_player(search, game, evaluate, rules, knob, exploration, error)
        rules = None
    else:
        require(exploration is None, "exploration is for search='uct'. Leave it out for a plain search.")
    checked_repeats(repeats, player)
    turned = checked_turn(knob, depths, rules, player)
    truth = read_truth(truth)
    given, labels, unread = read_positions(positions, game, truth if isinstance(truth, LabelFile) else None)
    truth = labels if truth is None and labels and labels.labelled else truth
    sample = given if given else make_positions(game, BRANCHING_SAMPLE, seed, deadline=limits.sampled)
    plain = evaluate if turned is None or turned.plies else None
    names, own, goal = rules_of(game, rules, player, plain, sample)
    pruned = set(names) <= {PLAYER, MINIMAX}
    b = branching(game, sample) if depths is None or positions is None or turned else 0.0
    wanted = turned or Knob(DEPTH, tuple(checked_depths(usual_depths(b, pruned) if depths is None else depths, 2)))
    fit = fit_to(limits, jobs, evaluate, sample, b, pruned)
    whole, wanted = wanted, fit.depths(wanted) if player is None else wanted
    deepest = int(wanted.values[-1]) if wanted.plies else usual_depths(b, pruned)[-1]
    choose = Searches(game, evaluate, error, Seeded(player, seed) if player else None, own)
    copies = copies_of(player, game, evaluate) if player and wanted.plies else None
    anew = copies_of(evaluate, game) if evaluate and wanted.plies else None
    asked = wanted.plies and (copies is not None or (jobs is not None and evaluate is not None and player is None))
    other = ask_elsewhere(choose, sample, wanted.values) if asked else None

    def best(state: State) -> Move:
        return choose(state, names[-1], 1 if wanted.plies else wanted.values[0], 0).moves[0]

    least = deepest if wanted.plies or truth is None else 0  # that the truth must search further than
    start = given[0] if given else start_of(game)
    with suppress(Exception):  # the game fails in some position: the examination will name it
        phases = {n: plies_left(game, each, seed_key("phase", n)) for n, each in enumerate(given[:50] if given else [])}
        start = given[max(phases, key=phases.__getitem__)] if given and phases else start  # the farthest from the end
    source = fit.truth(truth_of(truth, game, evaluate, least, start, goal, tell, limits.left), sample[0])
    if depths is None and turned is None and truth is None and isinstance(source, Deeper) and has_chance(game):
        depths = usual_depths(b, pruned, FURTHER)  # chance allows no pruning, so the truth would take long
        deepest = depths[-1]
        wanted, source = Knob(DEPTH, tuple(depths)), replace(source, depth=deepest + FURTHER)
    work = 0.0 if source.exact else getattr(source, "work", leaves(b, deepest + FURTHER // 2, pruned))
    number = positions if isinstance(positions, int) else usual_positions(b, deepest, pruned, work)
    sensible = best if (evaluate is not None or player) and fit.sensible else None
    until = limits.made and max(limits.made, limits.now + 0.1 * limits.left)
    states = given or make_positions(game, number, seed, sensible, tell, until)
    if isinstance(source, Cheapest):
        source = replace(source, seconds=max(EACH, 0.5 / len(states)) * limits.left)
    less, late = not given and len(states) < number, until and limits.now > until
    why = "the time was over" if late else "random play found no others"
    told = less and (late or isinstance(positions, int))
    fewer = (f"{number - len(states):,} of {number:,} positions were not made: {why}",) if told else ()
    if len(wanted.values) < len(whole.values):
        left_out = ", ".join(f"{depth:g}" for depth in whole.values[len(wanted.values) :])
        fewer = (*fewer, f"depth {left_out} was left out: too few positions would fit into the budget")
    if player is not None:  # in random order, so that a change over time comes from the player
        states = [states[i] for i in np.argsort(uniforms(subkeys(np.arange(len(states), dtype=np.uint64), seed)))]
    text, journal = partial(text_of, game), None
    if keep is not None:
        again = {"repeats": repeats, "seed": seed} if repeats > 1 else {}
        about = about_game(game, evaluate, player, source, names, own, wanted, error=error, **again)
        journal = Journal(keep, about, partial(key_of, game), lambda state: moves_of(game, state))
    close = getattr(source, "close", CLOSE)
    more = {PLAYER: repeats} if repeats > 1 else {}
    inquiry = Inquiry(source, choose, names, wanted, close, more, [PLAYER] if player and wanted.plies else [])
    numbers = count(len(states) * repeats)  # other random numbers than in the examination

    def ask(state: State, value: Value, searches: Searches = choose) -> Choice:
        return searches(state, PLAYER, value, next(numbers))

    def fresh(state: State, value: Value) -> Choice:
        """The answer of a copy of the player with an empty memory."""
        assert copies
        return ask(state, value, replace(choose, player=Seeded(copies(), seed)))

    with restore_random():
        until = limits.examined and max(limits.examined, limits.now + 0.5 * limits.left)
        examination = examine(inquiry, states, tell, journal, jobs, until)
    examination = replace(examination, failures=(*getattr(source, "unread", ()), *unread, *examination.failures))
    examination = replace(examination, notes=(*fewer, *examination.notes))
    hurried = replace(examination, notes=(*examination.notes, LATE))

    short = partial(conclude, hurried, None, game=game, evaluate=evaluate, name=text, error=error, limits=limits)

    def finish() -> Diagnosis:
        left = phases_within(examination, game, 0.25 * limits.left)
        if left is None:  # what asks the game again would take even longer
            return short(hurry=True)
        with restore_random():
            rule = plain_rule(examination)
            found = compare_answers(other, choose, copies, wanted.values, rule, 0.1 * limits.left) if other else None
            return conclude(
                examination, source, left=left, game=game, evaluate=evaluate, name=text,
                ask=ask if player and wanted.plies else None, fresh=fresh if copies else None, error=error,
                limits=limits, elsewhere=found, anew=anew,
            )  # fmt: skip

    diagnosis = _in_time(finish, limits) or short(hurry=True)
    if isinstance(player, SimulatingPlayer):
        return replace(diagnosis, advice=with_line(diagnosis.advice, player))
    return diagnosis


def _in_time(finish: Callable[[], Diagnosis], limits: Limits) -> Diagnosis | None:
    """The diagnosis; None if it takes too long. Where little time is left, a process works on it that can be ended."""
    with suppress(CannotSendError):
        if not limits.early and can_fork():
            return within(limits.left, lambda _: finish())
    return finish()


def with_line(advice: Advice, player: SimulatingPlayer) -> Advice:
    """The same advice. Its line asks the search itself, not a player."""
    if advice.rule != PLAYER or not advice.template:
        return advice
    rule = player.rule if isinstance(player.rule, str) else player.rule.name
    template = (
        f'ot.decide({{game}}, {{state}}, search="{UCT}", rule="{rule}", {SIMULATIONS}={{depth}}, '
        f"exploration={player.exploration:g}, evaluate={{evaluate}})"
    )
    return with_template(advice, template if player.evaluate else template.replace(", evaluate={evaluate}", ""))
