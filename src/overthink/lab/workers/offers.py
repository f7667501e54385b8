"""What views offer: presets, with other ranges for some parameters and fixed values for others; and the worked examples
of the papers, trees with the rules, searches and numbers that go with them."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache

from overthink.core.grow import Max, Min, nested
from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.presets import Parameter, Preset, Setup, preset_named
from overthink.presets.preset import Values, read_seed
from overthink.rules import RULES
from overthink.search import SEARCHES


def read_all(parameters: Iterable[Parameter], given: Values) -> Fields:
    """The values of parameters in a request, or their defaults."""
    return {each.name: each.read(given.get(each.name, each.default)) for each in parameters}


@dataclass(frozen=True)
class Offer:
    """One preset in one view. `changes` replaces fields of a parameter; `fixed` parameters are not shown."""

    name: str
    changes: Mapping[str, Values] = field(default_factory=dict)
    fixed: Values = field(default_factory=dict)
    depth: int = 3  # that the page selects first
    deepest: int | None = None

    @property
    def preset(self) -> Preset:
        return preset_named(self.name)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters that a view shows, with its own ranges."""
        shown = (parameter for parameter in self.preset.parameters if parameter.name not in self.fixed)
        return tuple(replace(parameter, **self.changes.get(parameter.name, {})) for parameter in shown)

    def values(self, given: Values) -> Fields:
        """Read the value of each parameter of the preset from a request."""
        return {**read_all(self.parameters, given), **self.fixed}

    def setup(self, given: Values) -> Setup:
        assert self.preset.setup
        return self.preset.setup(self.values(given), read_seed(given))

    def form(self) -> Fields:
        preset = self.preset
        return {
            **{part: getattr(preset, part) for part in ("name", "label", "rules", "players")},
            "parameters": [asdict(parameter) for parameter in self.parameters],
            "depth": self.depth,
            "deepest": self.deepest or preset.deepest,
        }


def searches_of(rule: str) -> list[str]:
    return [search.name for search in SEARCHES.values() if search.sound_for(RULES[rule])]


# A board on which three cops have room.
MOST_DEPTH = 12  # plies that a reader may ask for
ROOMY: Mapping[str, Values] = {"side": {"default": 4, "low": 4}, "obstacles": {"high": 0.28}}


@dataclass(frozen=True)
class Example:
    """One tree of a paper: which rule and search to use, and what to see."""

    title: str
    tree: Tree
    says: str
    setting: dict[str, str | int]  # what the page selects first
    names: tuple[str, ...] = ()  # of the nodes, in breadth-first order
    low: float = -1.0
    high: float = 1.0


def beside(rule: str, search: str, rule2: str, search2: str, **more: int) -> dict[str, str | int]:
    return {"rule": rule, "search": search, "two": 1, "rule2": rule2, "search2": search2, **more}


@cache
def examples() -> dict[str, Example]:
    letters = tuple("ABCDEFGHIJKLMNO")
    range_10, tens = {"low": 0.0, "high": 10.0}, {"low": -10.0, "high": 10.0}
    return {
        "emm-figure-3": Example(
            "EMM, Figure 3: two moves deep",
            Tree.literal([[1, 1], [1, -1]], static=1, error=0.1),
            "B's search has the error .19, its own guess .10, so the guess replaces it. C keeps .09, and A "
            "ends with .091. [Zuckerman2018] Figure 3",
            {"rule": "emm", "search": "full-width", "depth": 2},
            letters[:7],
        ),
        "emm-slides": Example(
            "EMM, slides: own value kept",
            Tree.literal([-1, -1], static={(): 1}, error={(): 0.15, (0,): 0.1, (1,): 0.1}),
            "Two losses with error .10 give the search the error .19. The node's own guess has .15 and is "
            "kept. If the second loss had only .01, the search's .109 would be below .15. [Wilson2009]",
            {"rule": "emm-slides", "search": "full-width", "depth": 1},
            letters[:3],
        ),
        "emm-flip": Example(
            "EMM: losses that make a win",
            Tree.literal([-1, -1, -1], static={(): 0}, error=0.3),
            "A loss needs all three losses (error .30 each) to be right, which is unlikely. So the value is flipped: "
            "a win with error .343. [Zuckerman2018] Algorithm 1",
            {"rule": "emm", "search": "full-width", "depth": 1},
            letters[:4],
        ),
        "minimax-figure-1": Example(
            "Minimax, Figure 1: three moves deep",
            Tree.literal([[[-8, -5], [3, 0]], [[1, -2], [7, 4]]]),
            "Max gets −5 from B or 1 from C, and moves to C. The figure's leaves are not printed; these fit its text. "
            "[Zuckerman2018] Figure 1",
            {"rule": "minimax", "search": "alpha-beta", "depth": 3},
            letters[:15],
            **tens,
        ),
        "althofer-line": Example(
            "Althöfer: sums along a line",
            Tree.literal([[[0]]], static={(): -1, (0,): -1, (0, 0): -3}),
            "Every node adds its own guess: 0 − 3 − 1 − 1 = −5 at y, from a line of nodes worth −1, 1 and −3 to "
            "their players. [Abdelbar2012] eqs. 4, 10, 11",
            {"rule": "althofer", "search": "althofer-alpha-beta", "depth": 3},
            ("y", "u", "v", "leaf"),
            **tens,
        ),
        "althofer-cut": Example(
            "Althöfer: a cut of its own",
            Tree.literal([[3, 4], [4, 2], [5, 1]], static={(): 0, (0,): 2, (1,): -4, (2,): -3}),
            "The guesses at inner nodes count too: the first reply refutes C and D. Minimax, on the right, must "
            "search both replies. Our own tree, for [Abdelbar2012] Figure 4",
            beside("althofer", "althofer-alpha-beta", "minimax", "alpha-beta", depth=2),
            letters[:10],
            **tens,
        ),
        "bounded-figure-2": Example(
            "Bounded, Figure 2: two bounds",
            nested(Max(1, Min(2, 0), Min(3, 0), Min(4, 0))),
            "The value is 1. Cutting wherever β ≤ α + ε gives 4 with ε = 1, and m more with m more moves; bounded "
            "alpha-beta proves [1, 2]. [Atzmon2018] Figure 2",
            beside("expectation", "naive", "expectation", "bounded", epsilon=1, epsilon2=1),
            letters[:11],
            **range_10,
        ),
        "bounded-figure-3": Example(
            "Bounded, Figure 3: a larger ε",
            nested(Max(7, Min(Max(8, 5), Max(3, 4, 6)))),
            "With ε = 1, 3 leaves prove the interval [7, 8]. With ε = 2, the first cut at C keeps β wide, and "
            "the search needs 5, because E, the right child of B, is large here. [Atzmon2018] Figure 3",
            beside("expectation", "bounded", "expectation", "bounded", epsilon=1, epsilon2=2),
            ("A", "", "B", "C", "D"),
            **range_10,
        ),
    }
