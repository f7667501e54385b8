"""The doctor on a game, an evaluator, and the user's own search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.checked import checked_game, moves_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.core.randomness import subkeys, uniforms
from overthink.doctor.diagnosis import Diagnosis, conclude
from overthink.doctor.examine import CLOSE, AnyGame, Choice, Move, Progress, State
from overthink.doctor.inquiry import Inquiry, examine
from overthink.doctor.journal import Journal
from overthink.doctor.player import EXPECTIMAX, MINIMAX, PLAYER, Player, player_choice, search_choice
from overthink.doctor.positions import made_positions, phases
from overthink.doctor.repetition import ask_early
from overthink.doctor.scale import SAMPLE, branching, checked_depths, usual_depths, usual_positions
from overthink.doctor.spoilt import move_measures
from overthink.doctor.truths import truth_of
from overthink.measure.knob import DEPTH, Knob, Value
from overthink.rules import rule_named
from overthink.search.decide import has_chance


def diagnose(
    game: Any,
    evaluate: Evaluate | None = None,
    *,
    depths: Iterable[int] | None = None,
    rules: Sequence[str] | None = None,
    player: Player | None = None,
    positions: int | Iterable[State] | None = None,
    truth: Any = None,
    error: float = 0.0,
    seed: int = 0,
    keep: str | Path | None = None,
    tell: Progress | None = None,
) -> Diagnosis:
    """Does looking further ahead help in this game, with this evaluator?

    `positions` is how many to generate, or the positions themselves. The default `depths` and `positions` take about a
    minute. `player(state, depth)` is your own search: it returns a move, a list of moves that tie, or a value for each.
    The doctor examines it beside a plain search with the same evaluator. `truth`: "solve" solves the game to its end; a
    number is the depth of a much deeper search; a path names a file of JSON lines with the value of each move. By
    default, a small game is solved, and a large one is searched four plies deeper. `error` is the error of evaluations
    that do not state one. `keep` names a file that stores each finished position: a second run resumes from it. The
    doctor calls `tell` with the number of finished positions and of all.
    """
    names = _rules(game, rules, player, evaluate)
    given = None if positions is None or isinstance(positions, int) else list(positions)
    if given is not None and not given:
        raise OverthinkError("There are no positions to examine.")
    if given:
        checked_game(game, given[0])
    sample = given if given else made_positions(game, SAMPLE, seed)
    pruned = set(names) <= {PLAYER, MINIMAX}
    b = branching(game, sample) if depths is None or positions is None else 0.0
    wanted = checked_depths(usual_depths(b, pruned) if depths is None else depths)

    def choose(state: State, rule: str, depth: Value, number: int = 0) -> Choice:
        if rule == PLAYER and player is not None:
            return player_choice(player, game, state, int(depth))
        return search_choice(game, evaluate, error, state, rule, int(depth))

    def best(state: State) -> Move:
        return choose(state, names[-1], 1).moves[0]

    source = truth_of(truth, game, evaluate, wanted[-1], given[0] if given else game.initial())
    number = positions if isinstance(positions, int) else usual_positions(b, wanted[-1], pruned, source.exact)
    states = given or made_positions(game, number, seed, best if evaluate is not None or player else None)
    if player is not None:  # in random order, so that a change over time comes from the player
        states = [states[i] for i in np.argsort(uniforms(subkeys(np.arange(len(states), dtype=np.uint64), seed)))]
    text, journal = getattr(game, "text", repr), None
    if keep is not None:
        about = {"game": type(game).__name__, "depths": wanted, "rules": names, "truth": str(source), "error": error}
        journal = Journal(keep, about, text, lambda state: moves_of(game, state))
    close = getattr(source, "close", CLOSE)
    early = ask_early(states, wanted[0], lambda state, depth: choose(state, PLAYER, depth)) if player else []
    inquiry = Inquiry(source, choose, names, Knob(DEPTH, tuple(wanted)), close)
    examination = examine(inquiry, states, tell, journal)
    examination = replace(examination, failures=(*getattr(source, "unread", ()), *examination.failures))
    left = phases(examination, game)
    measures = {"plies to the end, in random play": left, **move_measures(examination)}
    return conclude(
        examination, source, measures, left=left, game=game, evaluate=evaluate, text=text,
        ask=(lambda state, depth: choose(state, PLAYER, depth)) if player else None, early=early, error=error,
    )  # fmt: skip


def _rules(game: AnyGame, given: Sequence[str] | None, player: Player | None, evaluate: Evaluate | None) -> list[str]:
    """The names of everything examined, the player first."""
    chance = has_chance(game)
    if chance and given and list(given) != [EXPECTIMAX]:
        raise OverthinkError(f"The rule '{given[0]}' cannot be used in a game with chance. Use '{EXPECTIMAX}'.")
    usual = [EXPECTIMAX if chance else MINIMAX]
    names = [
        EXPECTIMAX if name == EXPECTIMAX and chance else rule_named(name).name
        for name in (usual if given is None else given)
    ]
    if player is not None:
        return [PLAYER, *(names if evaluate is not None else [])]
    if not names:
        raise OverthinkError("Give at least one rule.")
    return names
