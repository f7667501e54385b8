"""Trees with random numbers at their leaves, with chance or without."""

from __future__ import annotations

from overthink.games import RandomTree
from overthink.games.random_tree import HIGH
from overthink.presets.preset import Parameter, Preset, Setup, Values


def setup(values: Values, seed: int) -> Setup:
    b, height, p = values["b"], values["height"], values["p"]
    chance = p if p < 1.0 else None
    game = RandomTree(b, height, chance, whole=values["whole"] == "whole", number=seed)
    kind = "whole numbers" if values["whole"] == "whole" else "numbers"
    luck = f"; a chosen move happens with p = {p:g}" if chance else ""
    text = f"random tree number {seed}: {b} moves, {height} turns, {kind} from 0 to {HIGH:g} at the leaves{luck}"
    return Setup(game, game.initial(), None, text, 0.0, HIGH, error=0.0)


RANDOM_TREE = Preset(
    "random-tree",
    "Random numbers",
    "random numbers at the leaves, with chance or without",
    "[Atzmon2018] Domains",
    (
        Parameter("b", "Branching factor b", 4, 2, 8),
        Parameter("height", "Turns", 6, 1, 60),
        Parameter("p", "A chosen move happens with p", 0.8, 0.05, 1.0, 0.05),
        Parameter("whole", "Numbers", "real", choices={"real": "real numbers", "whole": "whole numbers"}),
    ),
    setup,
    rules=("expectation", "expectation"),
    depth=6,
    deepest=11,
)
