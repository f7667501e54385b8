"""Cops and robbers on a grid: the robber is Max, and a capture is worth its time."""

from __future__ import annotations

from overthink.evaluate import cop_distance
from overthink.games import CopsAndRobbers
from overthink.games.cops_and_robbers import HIGH
from overthink.presets.preset import Parameter, Preset, Setup, Values

DIRECTIONS = {".": "stay", "N": "north", "E": "east", "S": "south", "W": "west"}


def setup(values: Values, seed: int) -> Setup:
    side, p = values["side"], values["p"]
    chance = p if p < 1.0 else None
    game = CopsAndRobbers(side, side, values["cops"], values["obstacles"], chance, number=seed)
    luck = f"; a chosen move happens with p = {p:g}" if chance else ""
    worth = "the robber is Max; a capture is worth its time, and other positions the cops' mean distance"
    text = f"Cops and robbers number {seed}, {side} × {side}: {worth}{luck}"
    return Setup(
        game, game.initial(), cop_distance(game), text, 0.0, HIGH, error=0.0,
        move_text=lambda move: DIRECTIONS[move], board=game.text(game.initial()), timed=True,
    )  # fmt: skip


COPS_AND_ROBBERS = Preset(
    "cops-and-robbers",
    "Cops and robbers",
    "cops chase a robber on a grid, with chance or without",
    "[Atzmon2018] Domains",
    (
        Parameter("side", "Side of the grid", 6, 3, 8),
        Parameter("cops", "Cops", 3, 1, 3),
        Parameter("obstacles", "Share of obstacles", 0.2, 0.0, 0.4, 0.04),
        Parameter("p", "A chosen move happens with p", 0.8, 0.05, 1.0, 0.05),
    ),
    setup,
    rules=("minimax", "althofer"),
    deepest=6,
)
