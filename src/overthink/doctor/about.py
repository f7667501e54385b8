"""What an examination is about, for the first line of the file that keeps it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from overthink.adapters.uci import engine_path
from overthink.core.game import Evaluate
from overthink.core.identity import identity
from overthink.core.json_text import Fields
from overthink.doctor.examine import AnyGame, Truth
from overthink.doctor.labels import Labelled
from overthink.doctor.player import Player
from overthink.doctor.truths import Deeper, Solved
from overthink.measure.knob import Knob
from overthink.rules import Rule


def about_game(
    game: AnyGame, evaluate: Evaluate | None, player: Player | None, truth: Truth, rules: Sequence[str],
    own: Mapping[str, Rule], knob: Knob, **options: object,
) -> Fields:  # fmt: skip
    """The game, the evaluator, the player and the truth by their source, and the options."""
    return {
        "game": identity(game),
        "evaluator": None if evaluate is None else identity(evaluate),
        "player": None if player is None else identity(player),
        "truth": truth_text(truth, game, evaluate),
        "rules": [identity(own[rule]) if rule in own else rule for rule in rules],
        f"values of {knob.name}": list(knob.values),
        **{name: value for name, value in options.items() if value is not None},
    }


def truth_text(truth: Truth, game: AnyGame, evaluate: Evaluate | None) -> str:
    """The truth in words, with a hash of what the words leave out."""
    if isinstance(truth, Labelled):
        return f"{truth} {truth.file.digest[:8]}"
    if isinstance(truth, Solved):
        return str(truth) if truth.game is game else f"{truth}, {identity(truth.game)}"
    if isinstance(truth, Deeper) and truth.game is game and truth.evaluate is evaluate:
        return str(truth)
    return f"{truth}, {identity(truth)}"


def program(command: str) -> str:
    """The command of an engine with a hash of its program, which changes if the program does."""
    path = engine_path(command)
    try:
        return f"{command} {hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]}" if path else command
    except OSError:  # it may be run and not read
        return command
