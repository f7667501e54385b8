"""Questions of our own about rules that cure, and about pathology in the synthetic models."""

from __future__ import annotations

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Sample
from overthink.studies import study_named
from overthink.studies.samples import Point, Samples
from overthink_papers.beyond import chess_heredity, depth, heredity, law, surface_1m
from tests.made_up import Case, Later, MadeUp, Value


def ahead(winner: str, by: float) -> Value:
    """One rule is ahead of all others, but by so much where e = .2."""
    return lambda at: 0.7 + (by if at["e"] == 0.2 else 0.1) * (at["rule"] == winner)


def errs_less(by: float, **where: object) -> Value:
    """Every rule at depth 5 but minimax errs less than others, but by so much at these points."""

    def value(at: Point) -> float:
        here = all(at[name] == place for name, place in where.items())
        return 0.3 - (by if here else 0.1) * (at["rule"] != "minimax")

    return value


def points_of(name: str) -> list[Point]:
    """Every point of a study of errors by search and granularity."""
    study = study_named(name)
    grains = {"beyond/law": law.GRAINS, "beyond/depth": depth.GRAINS, "beyond/surface-1m": surface_1m.GRAINS}[name]
    return [{**at, "search": search, "g": g} for at in study.settings for search in ("deep", "shallow") for g in grains]


def taught(by: float) -> Value:
    """Calibration from 100 positions is so far above that from 10,000."""
    return lambda at: 0.7 + by * (at["labelled"] == 100)


def kinship(correlation: float, gain: float = 0.1) -> Value:
    """Errors with this correlation, and what minimax gains by depth."""
    return lambda at: correlation if not at["share"].startswith("depth") else 0.5 + gain * (at["share"] == "depth 5")


def related(r: float) -> Later:
    """Errors of chess engines with this correlation, between parent and child and between siblings."""

    def made() -> Samples:
        true, parent, child, sibling = np.random.default_rng(0).normal(size=(4, 10_000))
        child = r * parent + (1.0 - r * r) ** 0.5 * child
        error = {"parent": parent, "child": child, "sibling": r * child + (1.0 - r * r) ** 0.5 * sibling}
        return Samples(
            [
                ({**engine, "measure": measure, "place": place}, true + (measure == "evaluation") * error[place])
                for engine in chess_heredity.SETTINGS
                for measure in chess_heredity.MEASURES
                for place in error
            ]
        )

    return Later(made)


def foretelling(ordered: bool) -> Value:
    """Every setting has a heredity; the errors that depth mends are in the same order, or in one that has little to do
    with it."""
    places = {tuple(setting.values()): number for number, setting in enumerate(heredity.SETTINGS)}

    def value(at: Point) -> float:
        number = places[at["game"], at["evaluator"]]
        shuffled = number if ordered else (number * 5 + 3) % len(places)
        return {"depth 5": 0.5 + 0.01 * shuffled, "depth 1": 0.2}.get(at["share"], 0.05 * number)

    return value


def lines(**by: float) -> Value:
    """Lines of the ceiling that lie so far above all others."""
    return lambda at: 0.7 + by.get(at["rule"].replace(" ", "_").replace(".", ""), 0.0)


def deepens(by: float) -> Value:
    """Every line rises so much with every ply."""
    return lambda at: 0.6 + by * at["depth"]


# The degree of pathology along some number.


def number_of(name: str, at: Point) -> float:
    R, L = law.spreads(law.model_of({**at, "sigma": 0.1}))
    return law.CANDIDATES[name](at["b"], at["g"], at["s"], at["sigma"], R, L)


def chance(at: Point, word: str) -> float:
    return (int(seed_key(word, at["model"], at["b"], at["s"], at["sigma"], at["g"])) % 1000) / 1000


FEW = [point for point in points_of("beyond/law") if point["b"] < 6]  # spreads of large trees take long to measure


def lawful(name: str, limit: float, turned: float = 0.0, noise: float = 0.0) -> Samples:
    """Pathology below a limit of a number, the more the farther; at a share of points the other way, or with noise."""

    def value(at: Point) -> float:
        if at["search"] == "shallow":
            return 0.3
        h = float(np.clip(np.log(limit / number_of(name, at)) / 4, -0.7, 0.7)) + noise * (chance(at, "noise") - 0.5)
        return 0.3 * float(np.exp(-h if chance(at, "turn") < turned else h))

    return Later(lambda: MadeUp(value, FEW, n=1000))


# Deeper and deeper.


def deeper(by: float) -> Value:
    """p changes so much with every ply of the deep search."""
    return lambda at: 0.3 + 0.3 * by * at.get("deep", 0) * (at["search"] == "deep")


def borders(more: int) -> Samples:
    """Pathology below g = 10, and so much higher for the deepest search of each branching factor."""

    def value(at: Point) -> float:
        border = 10 + more * (at["deep"] == depth.DEPTHS[at["b"]][-1])
        return 0.4 if at["search"] == "deep" and at["g"] < border else 0.2 if at["search"] == "deep" else 0.3

    return Later(lambda: MadeUp(value, points_of("beyond/depth"), n=200))


# The surface.


class Surface(Samples):
    """Pathology below a border at each branching factor and similarity; the border may sway between observations."""

    def __init__(self, along_s: float, along_b: float, bump: int = 0, again: bool = False, sway: int = 0):
        self.along_s, self.along_b, self.bump, self.again, self.sway = along_s, along_b, bump, again, sway
        super().__init__([(point, self._sample(point)) for point in points_of("beyond/surface-1m")])

    def _sample(self, at: Point) -> Sample:
        n = surface_1m.LOOK + 100
        if at["search"] == "shallow":
            return np.full(n, 0.3)
        steps = round(10 * at["s"])
        border = 25 + self.along_b * at["b"] + self.along_s * steps + self.bump * ((at["b"], steps) == (5, 5))
        swaying = border + self.sway * np.where(np.arange(n) % 2, 1, -1)
        ill = (at["g"] < swaying) | (self.again and (at["b"], steps, at["g"]) == (5, 5, 55))
        return np.where(ill, 0.4, 0.2)


FALLING = {"along_s": -1.0, "along_b": 2.0}


def surface(**how: float) -> Later:
    return Later(lambda: Surface(**{**FALLING, **how}))


SMOOTH, LAWFUL = surface(), lawful("σ·g", 1.5)
CASES: dict[str, list[Case]] = {
    "beyond/all-nodes": [
        Case("bayes beats emm", false=ahead("bayes", -0.001), true=ahead("bayes", 0.001)),
        Case("vote beats emm", false=ahead("vote", -0.001), true=ahead("vote", 0.001)),
        Case("emm beats minimax", false=ahead("emm", -0.001), true=ahead("emm", 0.001)),
    ],
    "beyond/ceiling": [
        Case("no rule in print", false=lines(vote=0.011), true=lines(vote=0.009)),
        Case("no worse with depth", false=deepens(-0.006), true=deepens(0.001)),
        Case("bayes is within", false=lines(bayes=-0.011), true=lines(bayes=-0.009)),
        Case("heir is 7 points", false=lines(heir=0.069), true=lines(heir=0.071)),
        Case("over 98 of 100", false=lines(heir=0.27), true=lines(heir=0.29)),
        Case("taken for 5 in 10", false=lines(copied_5=0.029), true=lines(copied_5=0.031)),
        Case("taken for half", false=lines(half_the_error=0.049), true=lines(half_the_error=0.051)),
        Case("taken for copied ones", false=lines(bayes=0.049), true=lines(bayes=0.051)),
        Case("worth 10 points", false=lines(root_too=0.099), true=lines(root_too=0.101)),
    ],
    "beyond/ceiling-mixed": [
        Case("half of the errors copied", false=lines(heir=-0.001), true=lines(heir=0.001)),
        Case("10 points above", false=lines(heir=0.099), true=lines(heir=0.101)),
        Case("over 97 of 100", false=lines(heir=0.26), true=lines(heir=0.28)),
        Case("within a hundredth", false=lines(heir=-0.011), true=lines(heir=-0.009)),
    ],
    "beyond/graded": [
        Case("no rule decides better", false=lines(vote=0.011), true=lines(vote=0.009)),
        Case("graded EMM beats minimax", false=lines(minimax=0.001), true=lines(minimax=-0.001)),
        Case("a point above graded EMM", false=lines(belief=0.009), true=lines(belief=0.011)),
        Case("which knows no law", false=lines(althofer=-0.001), true=lines(althofer=0.001)),
        Case("taken for independent ones", false=lines(belief=0.029), true=lines(belief=0.031)),
    ],
    "beyond/learned": [
        Case("product rule beats minimax", false=lines(calibrated=-0.001), true=lines(calibrated=0.001)),
        Case("a point above minimax, from 30", false=lines(calibrated=0.009), true=lines(calibrated=0.011)),
        Case("100 positions are enough", false=taught(-0.016), true=taught(-0.014)),
        Case("1.5 points above minimax", false=lines(learned=0.014), true=lines(learned=0.016)),
        Case("2 points above minimax", false=lines(learned=0.019), true=lines(learned=0.021)),
        Case("learned weights harm", false=lines(learned=0.001), true=lines(learned=-0.001)),
        Case("labels by a search", false=lines(learned=0.011), true=lines(learned=0.009)),
        Case("of good play", false=lines(learned=0.011), true=lines(learned=0.009)),
        Case("of random moves", false=lines(learned=0.009), true=lines(learned=0.011)),
    ],
    "beyond/heredity": [
        Case("correlation above .5, any", false=kinship(0.49), true=kinship(0.51)),
        Case("siblings have", false=kinship(0.39), true=kinship(0.41)),
        Case("no correlation above .05", false=kinship(0.051), true=kinship(0.049)),
        Case("no pathology", false=kinship(0.0, gain=-0.001), true=kinship(0.0, gain=0.001)),
        Case("heredity foretells", false=foretelling(False), true=foretelling(True)),
    ],
    "beyond/chess-heredity": [
        Case("above 0", false=related(-0.05), true=related(0.05)),
        Case("below .5", false=related(0.55), true=related(0.45)),
    ],
    "beyond/cure": [
        Case("cures: without", false=errs_less(-0.001, g=8, b=4), true=errs_less(0.001, g=8, b=4)),
        Case("decides better than minimax", false=errs_less(-0.001, g=8, b=4), true=errs_less(0.001, g=8, b=4)),
    ],
    "beyond/cure-games": [
        Case("decides better than minimax", false=errs_less(-0.001, g=10), true=errs_less(0.001, g=10)),
    ],
    "beyond/law": [
        Case("one number tells", false=lawful("σ·g", 1.5, turned=0.17), true=lawful("σ·g", 1.5, turned=0.04)),
        Case("and ranks with", false=lawful("σ·g", 1.5, noise=2.6), true=lawful("σ·g", 1.5, noise=0.5)),
        Case("it beats granularity", false=lawful("g", 10.0), true=LAWFUL),
        Case("it beats the signal", false=lawful("R / σ", 1.0), true=LAWFUL),
    ],
    "beyond/depth": [
        Case("the more pathological", false=deeper(-0.001), true=deeper(0.001)),
        Case("the better", false=deeper(0.001), true=deeper(-0.001)),
        Case("needs more granularity", false=borders(0), true=borders(1)),
    ],
    "beyond/surface-1m": [
        Case("there is one border", false=surface(again=True), true=SMOOTH),
        Case("no step of similarity", false=surface(bump=1, along_s=0.0), true=SMOOTH),
        Case("no step of the branching factor", false=surface(along_b=0.0), true=SMOOTH),
        Case("10,000 trees place the border", false=surface(sway=2), true=surface(sway=1)),
    ],
}
