"""The three synthetic models: trees of utilities with a granularity, a branching factor and a local similarity."""

from __future__ import annotations

from collections.abc import Callable

from overthink.core.tree import Tree
from overthink.evaluate.calibrated import reading
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import GranularModel
from overthink.presets.preset import Draw, Parameter, Preset, Values

PILOT = 1 << 17  # leaves of the trees from which rules learn the error of each value
PARAMETERS = (
    Parameter("sigma", "Error σ of the evaluator", 0.1, 0.0, 0.5, 0.01),
    Parameter("b", "Branching factor b", 4, 2, 10),
    Parameter("s", "Local similarity s", 0.0, 0.0, 1.0, 0.05),
    Parameter("g", "Granularity g", 8, 2, 60),
    Parameter("height", "Height of the trees", 5, 3, 9),
)


def preset(name: str, kind: type[GranularModel], label: str, summary: str, source: str, players: int = 2) -> Preset:
    """A model by its name."""

    def draw(values: Values, seed: int, noise_seed: int) -> Draw:
        model = model_of(kind, values)

        def trees(start: int, stop: int) -> Tree:
            return model.draw(start, stop, seed)

        return trees

    def reader(values: Values) -> Callable[[Tree], Tree]:
        return reading(model_of(kind, values), max(4, PILOT // values["b"] ** values["height"]))

    def describe(values: Values, seed: int) -> str:
        setting = ", ".join(f"{name} = {values[name]:g}" for name in ("b", "s", "g", "sigma"))
        return f"{name} tree number {seed}: {setting}, height {values['height']}"

    rules = ("minimax", "emm") if players == 2 else ("maximax", "emm")
    return Preset(
        name, label, summary, source, PARAMETERS, draw=draw, reader=reader, describe=describe, rules=rules,
        players=players, deepest=9,
    )  # fmt: skip


def model_of(kind: type[GranularModel], values: Values) -> GranularModel:
    return kind(b=values["b"], g=values["g"], s=values["s"], sigma=values["sigma"], height=values["height"])


TOP_DOWN = preset(
    "top-down", TopDown, "Random trees, top-down",
    "two players, similarity from the root down", "[Nau2010] section 5.1",
)  # fmt: skip
BOTTOM_UP = preset(
    "bottom-up", BottomUp, "Random trees, bottom-up",
    "two players, similarity from the leaves up", "[Nau2010] section 5.2",
)  # fmt: skip
ONE_PLAYER = preset(
    "one-player", OnePlayer, "Random trees of one player",
    "one player, similarity from the leaves up", "[Nau2010] section 5.3", players=1,
)  # fmt: skip
