"""Choices worse than chance: the player avoids right moves, as if it played for the other side.

This needs no plain search, so it is for players that turn another knob than depth, or have no evaluator. Effort that
hurts still begins near chance. So every value of the knob must be worse than chance, everywhere or where one side
moves; or the greatest effort must be where a right move ends the game at once, which any search sees.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.checked import mover_of, moves_of, play_of
from overthink.core.estimate import Estimate, simultaneous
from overthink.doctor.check import SURE, Case, Check, Finding, not_tested, suspected, unless_too_weak
from overthink.doctor.examine import AnyGame, Position
from overthink.doctor.player import PLAYER, plain_rule
from overthink.measure.knob import Value
from overthink.measure.paired import difference

FEWEST = 10  # positions


def run(case: Case) -> Finding | None:
    """Compare the player with random moves, everywhere, where each side moves, and where a right move ends the game."""
    examination, game, knob = case.examination, case.game, case.examination.knob
    if case.rule != PLAYER or game is None or (knob.plies and plain_rule(examination)):
        return None
    if len(examination.positions) < FEWEST:
        return not_tested("needs more positions")
    gains = []
    groups = _groups(game, examination.positions)
    for where, positions in groups.items():
        by_value = {value: _against_chance(positions, value, len(groups) * len(knob.values)) for value in knob.values}
        if all(gain.high < 0.0 for gain, _ in by_value.values()):
            best = max(by_value, key=lambda value: by_value[value][0].mean)
            return _worse(_sentence(by_value[best][1], where, f"even at {knob.at(best)}"))
        gains += [gain for gain, _ in by_value.values()]
    ends = [position for position in examination.positions if _ends(game, position)]
    if len(ends) >= FEWEST:
        gain, shares = _against_chance(ends, knob.values[-1], 1)
        if gain.high < 0.0:
            where = f"the {len(ends)} positions in which a right move ends the game at once"
            return _worse(_sentence(shares, where, f"at {knob.at(knob.values[-1])}"))
    return unless_too_weak("it does not choose worse than chance", "a loss", gains, simultaneous(len(gains), SURE))


def _groups(game: AnyGame, positions: Sequence[Position]) -> dict[str, Sequence[Position]]:
    """All positions, and those of each side: results may be counted for Max where Min moves."""
    sides = {1: "positions where Max moves", -1: "positions where Min moves"}
    groups = {name: [p for p in positions if mover_of(game, p.state) == side] for side, name in sides.items()}
    return {"positions": positions, **(groups if min(map(len, groups.values())) >= FEWEST else {})}


def _against_chance(positions: Sequence[Position], value: Value, compared: int) -> tuple[Estimate, tuple[float, float]]:
    """The gain over random moves, with both shares of right moves."""
    chance = np.array([len(position.right) / len(position.values) for position in positions])
    shares = np.array([position.p_opt(PLAYER, value) for position in positions])
    return difference(shares, chance, simultaneous(compared, SURE)), (float(shares.mean()), float(chance.mean()))


def _worse(sentence: str) -> Finding:
    return suspected(sentence, headline=f"the player chooses worse than chance: {sentence}")


def _sentence(shares: tuple[float, float], where: str, at: str) -> str:
    return f"{at} it is right in {100 * shares[0]:.0f}% of {where}, a random move in {100 * shares[1]:.0f}%"


def _ends(game: AnyGame, position: Position) -> bool:
    """Whether a right move ends the game at once."""
    return any(not len(moves_of(game, play_of(game, position.state, move))) for move in position.right)


CHECK = Check(
    "choices worse than chance",
    "without a plain search: the player is right less often than random moves, whatever the effort, for both sides or "
    "one, or where a right move ends the game at once",
    run,
    explains=True,
    mend="check for which side results and values are counted, and that the best move is returned, not the worst",
)
