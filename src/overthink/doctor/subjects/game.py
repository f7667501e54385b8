"""The doctor on a game, an evaluator, and the user's own search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.checked import checked_kind, moves_of, start_of
from overthink.core.game import Evaluate
from overthink.core.position_text import key_of, text_of
from overthink.core.randomness import subkeys, uniforms
from overthink.doctor.diagnosis import Diagnosis, conclude
from overthink.doctor.examine import CLOSE, Choice, Move, Progress, State, examine
from overthink.doctor.journal import Journal
from overthink.doctor.labels import LabelFile
from overthink.doctor.player import MINIMAX, PLAYER, Player, player_choice, search_choice
from overthink.doctor.positions import given_positions, made_positions, phases
from overthink.doctor.rules import rules_of
from overthink.doctor.scale import SAMPLE, branching, checked_depths, usual_depths, usual_positions
from overthink.doctor.spoilt import move_measures
from overthink.doctor.truths import read_truth, truth_of
from overthink.rules import Rule


def diagnose(
    game: Any,
    evaluate: Evaluate | None = None,
    *,
    depths: Iterable[int] | None = None,
    rules: str | Rule | Sequence[str | Rule] | None = None,
    player: Player | None = None,
    positions: int | str | Path | Iterable[State] | None = None,
    truth: Any = None,
    error: float = 0.0,
    seed: int = 0,
    keep: str | Path | None = None,
    tell: Progress | None = None,
) -> Diagnosis:
    """Does looking further ahead help in this game, with this evaluator?

    `positions` is how many to generate, or the positions themselves. The default `depths` and `positions` take about a
    minute. A path names a file of positions, one a line, with or without the values of moves.
    `player(state, depth)` is your own search: it returns a move, a list of moves that tie, or a value for each.
    The doctor examines it beside a plain search with the same evaluator. `truth`: "solve" solves the game to its end; a
    number is the depth of a much deeper search; a path names a file of JSON lines with the value of each move. By
    default, a small game is solved, and a large one is searched four plies deeper. `error` is the error of evaluations
    that do not state one. `keep` names a file that stores each finished position: a second run resumes from it. The
    doctor calls `tell` with the number of finished positions and of all.
    """
    checked_kind(game)
    truth = read_truth(truth)
    given, labels, unread = given_positions(positions, game, truth if isinstance(truth, LabelFile) else None)
    truth = labels if truth is None and labels and labels.labelled else truth
    sample = given if given else made_positions(game, SAMPLE, seed)
    names, own, goal = rules_of(game, rules, player, evaluate, sample)
    pruned = set(names) <= {PLAYER, MINIMAX}
    b = branching(game, sample) if depths is None or positions is None else 0.0
    wanted = checked_depths(usual_depths(b, pruned) if depths is None else depths)

    def choose(state: State, rule: str, depth: int) -> Choice:
        if rule == PLAYER and player is not None:
            return player_choice(player, game, state, depth)
        return search_choice(game, evaluate, error, state, own.get(rule, rule), depth)

    def best(state: State) -> Move:
        return choose(state, names[-1], 1).moves[0]

    source = truth_of(truth, game, evaluate, wanted[-1], given[0] if given else start_of(game), goal)
    number = positions if isinstance(positions, int) else usual_positions(b, wanted[-1], pruned, source.exact)
    states = given or made_positions(game, number, seed, best if evaluate is not None or player else None)
    if player is not None:  # in random order, so that a change over time comes from the player
        states = [states[i] for i in np.argsort(uniforms(subkeys(np.arange(len(states), dtype=np.uint64), seed)))]
    text, journal = partial(text_of, game), None
    if keep is not None:
        about = {"game": type(game).__name__, "depths": wanted, "rules": names, "truth": str(source), "error": error}
        journal = Journal(keep, about, partial(key_of, game), lambda state: moves_of(game, state))
    close = getattr(source, "close", CLOSE)
    examination = examine(states, source, choose, names, wanted, tell, close, journal)
    examination = replace(examination, failures=(*getattr(source, "unread", ()), *unread, *examination.failures))
    left = phases(examination, game)
    measures = {"plies to the end, in random play": left, **move_measures(examination)}
    return conclude(examination, source, measures, left=left, game=game, evaluate=evaluate, text=text)
