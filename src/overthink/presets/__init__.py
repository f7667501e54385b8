"""One registry: a game by its name. Commands, the doctor and every form of the lab read it."""

from __future__ import annotations

import re

from overthink.core.errors import check_known, require, unknown
from overthink.core.user_code import add_installed
from overthink.presets import games, trees
from overthink.presets.preset import Parameter, Preset, Setup, Whole

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        trees.BOARD_SPLITTING,
        trees.BOARD_SPLITTING_NATURAL,
        games.BREAKTHROUGH,
        games.CHESS_ENDGAME,
        games.CONNECT_FOUR,
        games.COPS_AND_ROBBERS,
        games.CRITICAL_WIN_LOSS,
        games.DOMINEERING,
        games.EIGHT_PUZZLE,
        games.KALAH,
        games.KALAH_4X3,
        games.KALAH_3X3,
        games.OTHELLO,
        games.PIG,
        trees.RANDOM_TREE,
        trees.TOP_DOWN,
        trees.BOTTOM_UP,
        trees.ONE_PLAYER,
    )
}
BUILT_IN = frozenset(PRESETS)


def preset_named(name: str) -> Preset:
    """A preset by its name; a chess endgame may also be named by its pieces, such as KQKR."""
    if name in PRESETS:
        return PRESETS[name]
    if re.fullmatch("K[A-Z]*K[A-Z]*", name.upper()):
        return games.endgame_preset(name)
    raise unknown("game", name, PRESETS)


def preset_with(text: str) -> tuple[Preset, dict[str, str]]:
    """A preset and the parameters that are given with its name, as in critical-win-loss(b=2,gamma=.5)."""
    name, bracket, rest = text.partition("(")
    pairs = [pair.partition("=") for pair in rest.removesuffix(")").split(",") if pair.strip()]
    well = not bracket or (rest.endswith(")") and all(equals for _, equals, _ in pairs))
    given = {key.strip(): value.strip() for key, _, value in pairs}
    require(well and len(given) == len(pairs), f"Write parameters like critical-win-loss(b=2,gamma=.5), not '{text}'.")
    preset = preset_named(name.strip())
    for key in given:
        check_known(f"parameter of {preset.name}", key, [parameter.name for parameter in preset.parameters])
    return preset, given


def register(preset: Preset) -> Preset:
    """Add your own game to the commands, the doctor and the lab. It cannot replace a built-in game."""
    free = preset.name not in BUILT_IN or PRESETS[preset.name] is preset
    require(free, f"The library has a game named '{preset.name}'. Give yours another name.")
    PRESETS[preset.name] = preset
    return preset


add_installed("games", Preset, PRESETS)

__all__ = [
    "BUILT_IN", "PRESETS", "Parameter", "Preset", "Setup", "Whole", "preset_named", "preset_with", "register",
]  # fmt: skip
