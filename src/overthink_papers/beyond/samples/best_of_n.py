"""Best of N: what the sample with the highest of N noisy scores is worth, by the tails of the errors, the levels of the
scale, and errors that samples share. Draws beside the numbers of `ot.best_of`, which draws nothing.

An observation is one question with 1,024 samples. The best of N is that of the first N of them, so all N see the same
samples. Values are the same in every setting, and errors wherever their distribution is the same.

Studies: `beyond/best-of-n`.
"""

from dataclasses import asdict
from itertools import product

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate
from overthink.core.kinds import Column
from overthink.measure.best_of import PARETO, QUARTILE, RANGE, STUDENT, best_of
from overthink.studies.checks import Above, AlwaysBetter, Better, NeverFalls, Quantity, at, curve
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means
from overthink.studies.study import Figure, Picture, Study
from overthink_papers.experiments.scaffold import own_all, plot
from overthink_papers.experiments.surfaces import maps

NAME = "beyond/best-of-n"
N = (1, 4, 16, 64, 256, 1024)
TAILS = ("normal", "laplace", "student", "pareto")
LONG = ("student", "pareto")  # tails
ERRORS = (0.5, 1.0, 2.0)
USUAL = {"levels": 0, "family": 1, "copied": 0.0}
FAMILIES = {"levels": 0, "family": 16, "copied": 0.9}
LEVELS = {"levels": 10, "family": 1, "copied": 0.0}
SETTINGS: tuple[Setting, ...] = (
    *({"tail": tail, "error": error, **USUAL} for tail in TAILS for error in ERRORS),
    *({"tail": tail, "error": 1.0, **LEVELS} for tail in TAILS),
    *({"tail": tail, "error": 1.0, **FAMILIES} for tail in ("normal", *LONG)),
)
VALUE, OFF = "value", "off the exact number"


def draw_errors(generator: np.random.Generator, tail: str, size: int) -> Column:
    """Errors, half of which are no farther from 0 than 1."""
    if tail == "normal":
        return generator.standard_normal(size) / QUARTILE
    if tail == "student":
        normal = generator.standard_normal(size)
        squares = generator.standard_normal((3, size)) ** 2
        return np.asarray(normal / np.sqrt(squares.sum(axis=0)) * STUDENT)
    sign = np.where(generator.random(size) < 0.5, -1.0, 1.0)
    u = 1.0 - generator.random(size)
    return np.asarray(sign * (-np.log2(u) if tail == "laplace" else (u ** (-2.0 / 3.0) - 1.0) / PARETO))


def _counts_of(setting: Setting) -> list[int]:
    return [n for n in N if n % setting["family"] == 0]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The value of the chosen sample for each n, drawn, and what it is less the exact number."""
    counts = _counts_of(setting)
    exact = best_of(counts, **setting)
    columns = []
    for number in range(start, stop):
        values = np.random.default_rng(int(seed_key(NAME, seed, number))).standard_normal(N[-1])
        generator = np.random.default_rng(int(seed_key(NAME, seed, number, setting["tail"])))
        own = draw_errors(generator, setting["tail"], N[-1])
        shared = draw_errors(generator, setting["tail"], N[-1] // setting["family"])
        errors = np.where(generator.random(N[-1]) < setting["copied"], np.repeat(shared, setting["family"]), own)
        scores = values + setting["error"] * QUARTILE * errors
        if setting["levels"]:
            step = 2.0 * RANGE / setting["levels"]
            scores = np.clip(np.floor(scores / step), -setting["levels"] // 2, setting["levels"] // 2 - 1)
            scores = scores + 0.5 * generator.random(N[-1])
        chosen = np.array([values[np.argmax(scores[:n])] for n in counts])
        columns.append([*chosen, *(chosen - exact)])
    points: list[Point] = [{"samples": n, "of": of} for of in (VALUE, OFF) for n in counts]
    return points, np.array(columns).T


def near(setting: Setting) -> Above:
    """What was drawn is no farther than .06 from what was computed."""
    return Above(tuple(sign * at(**setting, samples=n, of=OFF) for n in _counts_of(setting) for sign in (1, -1)), -0.06)


LABELS = {"x": "N, samples to choose from", "y": "true value of the chosen, standard deviations",
          "laplace": "Laplace", "student": "Student t, 3 degrees", "pareto": "Pareto, index 1.5"}  # fmt: skip


def _panel_of(row: Row) -> str:
    if row["levels"]:
        return f"errors 1, a scale of {row['levels']} levels"
    return f"errors {row['error']:g}" if row["family"] == 1 else f"errors 1, 9 in 10 shared by {row['family']} samples"


def _value(tail: str, n: int, error: float = 1.0, how: Setting = USUAL) -> Quantity:
    return at(tail=tail, error=error, samples=n, of=VALUE, **how)


def _steady(tail: str, error: float = 1.0, how: Setting = USUAL) -> NeverFalls:
    return NeverFalls(curve("samples", N, tail=tail, error=error, of=VALUE, **how), 0.03)


CURVES = Figure(
    NAME,
    "the true value of the best of N, by the tails of the errors",
    "Overthink",
    plot("samples", "tail", _panel_of, LABELS, log_x=True),
    "Where errors have short tails, more samples never hurt. Where tails are long, the highest score is an error, and "
    "the chosen sample is worth as little as any. A coarse scale, or errors that samples share, prevent most of that.",
    (
        own_all(
            "normal and Laplace errors of any size: the chosen is never worth less with more samples",
            *(_steady(tail, error) for tail in ("normal", "laplace") for error in ERRORS),
        ),
        own_all(
            "Student and Pareto errors of any size: the best of 16 is worth .2 more than the best of 1,024",
            AlwaysBetter(tuple((_value(tail, 16, e), _value(tail, 1024, e)) for tail in LONG for e in ERRORS), 0.2),
        ),
        own_all(
            "a scale of 10 levels: with Student errors nothing falls, and the best of 1,024 is worth .5 more than with "
            "a fine score; with normal errors it is worth .5 less",
            _steady("student", how=LEVELS),
            Better(_value("student", 1024, how=LEVELS), _value("student", 1024), 0.5),
            Better(_value("normal", 1024), _value("normal", 1024, how=LEVELS), 0.5),
        ),
        own_all(
            "errors shared by 16 samples, 9 in 10: the best of 1,024 is worth .8 more with Student errors and .1 more "
            "with normal ones; with Student errors it is still worth .15 less than the best of 64",
            Better(_value("student", 1024, how=FAMILIES), _value("student", 1024), 0.8),
            Better(_value("normal", 1024, how=FAMILIES), _value("normal", 1024), 0.1),
            Better(_value("student", 64, how=FAMILIES), _value("student", 1024, how=FAMILIES), 0.15),
        ),
    ),
    rows=lambda samples: [row for row in means(samples) if row["of"] == VALUE],
    across="samples",
)

SIZES = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
STEPS = 8
PANELS: dict[str, Setting] = {
    **{f"{tail.capitalize()} errors": {"tail": tail} for tail in TAILS},
    **{f"{tail.capitalize()} errors, scale of 10": {"tail": tail, "levels": 10} for tail in LONG},
}


def degrees(samples: Samples) -> list[Row]:
    """What N / 4 samples are worth over what N are, computed: above 1, four times as many samples are worse."""
    rows: list[Row] = []
    for panel, error in product(PANELS, SIZES):
        worth = best_of([4**step for step in range(STEPS + 1)], error=error, **PANELS[panel])
        for step in range(2, STEPS + 1):
            ratio = float(worth[step - 1] / worth[step])
            rows.append({"panel": panel, "error": error, "step": step, **asdict(Estimate.exactly(ratio))})
    return rows


SIDES = {"more": "more hurts", "less": "more helps"}


def _draw_maps(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "N", "y": "size of errors", "z": "worth of N / 4 over worth of N", **SIDES}
    shown = [
        {**row, "N": 4 ** row["step"], "mean": 0.999 if abs(row["mean"] - 1.0) < 0.001 else row["mean"]} for row in rows
    ]  # no line where nothing changes
    return maps(shown, "N", "error", "panel", labels)


MAP = Figure(
    "beyond/best-of-map",
    "where more samples are worse: the number of samples against the size of errors",
    "Overthink",
    _draw_maps,
    "As the degree of pathology over depth, with N for depth: red where four times as many samples make the choice "
    "worse. Computed, not drawn.",
    (own_all("what was drawn is within .06 of the computed value, any setting, any N", *map(near, SETTINGS)),),
    rows=degrees,
    across="step",
)
STUDY = Study(NAME, SETTINGS, run, {"quick": 500, "paper": 60000}, (CURVES, MAP), block=500)
