"""Branching and clustering factors of the two chess endgames, over all their positions. Caption of Figure 11.

Nothing is drawn: every observation is the same exact number. The branching factor is the mean of the averages with
White and with Black to move, over positions with all men on the board. The clustering factor is taken as the text
defines it, over all such positions and over those that White wins, with such of their children; and as one minus it,
because the 8-puzzle's number in print is one minus what the text defines.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache

import numpy as np

from overthink.core.estimate import Estimate
from overthink.games.chess_space import EndgameSpace
from overthink.games.chess_table import EndgameTable, endgame
from overthink.measure.similarity import clustering_factor
from overthink.report.curves import curves
from overthink.studies.checks import near, settled
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure

ENDGAMES = ("KBBK", "KQKR")
POSITIONS = {"KBBK": 799_842, "KQKR": 2_564_198}  # that differ by more than a view of the board
PRINTED = {"b": {"KBBK": 13.52, "KQKR": 16.93}, "f": {"KBBK": 0.58, "KQKR": 0.37}}
ALL, WON = "f, all positions", "f, won positions"
DIGITS = 0.005  # as near as two digits tell
TOLERANCE = "half of the last digit in print"
B, WINS, MOVING = "b", "share that White wins", "share that White wins, White to move"
VIRTUALLY, ALMOST = "virtually all the positions in, say, KBBK are won for the stronger side", 0.95
READINGS = {
    ALL: Reading(words="siblings' deviation over that of all positions"),
    WON: Reading(ReadingKind.OPEN, "the same over the positions that White wins"),
    f"1 - {ALL}": Reading(ReadingKind.CLOSEST, "one minus the ratio, over all positions"),
    f"1 - {WON}": Reading(ReadingKind.CLOSEST, "one minus the ratio, over the positions that White wins"),
}
LOWER_B = "The KBBK’s average branching factor (b = 13.52) is lower than the KQKR’s (b = 16.93)"
HIGHER_F = "the KBBK’s average clustering factor (f = 0.58) is higher than the KQKR’s (f = 0.37)"


@cache
def space_of(name: str) -> tuple[EndgameTable, EndgameSpace]:
    """The table of an endgame, and all its positions as columns."""
    table = endgame(name)
    return table, table.state_space()


@cache
def factors(name: str) -> dict[str, float]:
    """What the caption of the figure gives, by what is measured."""
    _, space = space_of(name)
    tree, widths = space.tree, np.diff(space.tree.first)[: space.whole]
    sides = [widths[tree.mover[: space.whole] == side].mean() for side in (1, -1)]
    whole, wins = np.arange(len(tree)) < space.whole, tree.truth[: space.whole] > 0
    won = replace(tree, truth=np.where(tree.truth > 0, tree.truth, np.nan))
    numbers = {
        B: float(np.mean(sides)),
        WINS: float(wins.mean()),
        MOVING: float(wins[tree.mover[: space.whole] > 0].mean()),
        ALL: clustering_factor(tree, whole),
        WON: clustering_factor(won, whole),
    }
    return numbers | {f"1 - {measure}": 1.0 - numbers[measure] for measure in (ALL, WON)}


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    numbers = factors(setting["endgame"])
    return [{"measure": measure} for measure in numbers], np.repeat(
        [[value] for value in numbers.values()], stop - start, 1
    )


def exact(samples: Samples, name: str, measure: str) -> Estimate:
    return Estimate.exactly(float(samples(endgame=name, measure=measure)[0]), POSITIONS[name])


def rows(samples: Samples) -> list[Row]:
    return [{**point, **asdict(exact(samples, point["endgame"], point["measure"]))} for point, _ in samples.entries]


def claim(name: str, measure: str) -> Claim:
    letter = B if measure == B else "f"
    printed = PRINTED[letter][name]

    def check(samples: Samples) -> Evidence:
        estimate = exact(samples, name, measure)
        return near(estimate, printed, DIGITS, f"{estimate.mean:.3f}")

    words = f"{name} chess endgames (average b = {printed}" if letter == B else f"{name} chess endgames … f = {printed}"
    return Claim(
        f"{name}: {measure} is {printed:g}", words, check, "[Nau2010] Figure 11", READINGS.get(measure, Reading()),
        TOLERANCE,
    )  # fmt: skip


def virtually_all(measure: str) -> Claim:
    def check(samples: Samples) -> Evidence:
        share = exact(samples, "KBBK", measure).mean
        return settled(share > ALMOST, share, f"{share:.4f}, wanted above {ALMOST:g}", POSITIONS["KBBK"])

    reading = Reading(words="either side to move")
    if measure == MOVING:
        reading = Reading(ReadingKind.OPEN, "White to move")
    says = f"KBBK: the {measure} is more than {ALMOST:.0%}"
    return Claim(says, VIRTUALLY, check, reading=reading, tolerance="virtually all: nineteen in twenty")


def order(measure: str) -> Claim:
    """KBBK has the lower branching factor and the higher clustering factor."""
    lower = measure == B

    def check(samples: Samples) -> Evidence:
        one, other = (exact(samples, name, measure).mean for name in ENDGAMES)
        gap = other - one if lower else one - other
        return settled(gap > 0.0, gap, f"{one:.3f} and {other:.3f}", POSITIONS[ENDGAMES[0]])

    says = f"{measure} is {'lower' if lower else 'higher'} in KBBK than in KQKR"
    return Claim(says, LOWER_B if lower else HIGHER_F, check, reading=READINGS.get(measure, Reading()))


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Every clustering factor over the branching factor of its endgame."""
    b = {name: exact(samples, name, "b").mean for name in ENDGAMES}
    printed = [
        {"endgame": name, "measure": "in print", "mean": f, "low": f, "high": f} for name, f in PRINTED["f"].items()
    ]
    points = [{**row, "b": b[row["endgame"]]} for row in (*rows, *printed) if row["measure"] not in (B, WINS, MOVING)]
    labels = {"x": "average branching factor: KBBK on the left, KQKR on the right", "y": "clustering factor"}
    return curves(points, "b", "measure", None, labels, joined=False)


STUDY = one_figure(
    name="nau/endgames",
    title="branching and clustering factors of two chess endgames",
    source="[Nau2010] section 6.1",
    settings=grid(endgame=ENDGAMES),
    run=run,
    scales={"quick": 2, "paper": 2},
    draw=draw,
    caption="The clustering factor as the text defines it, and one minus it, over all positions and over those that "
    "White wins. In print: .58 for KBBK and .37 for KQKR.",
    claims=(
        *(claim(name, measure) for measure in (B, *READINGS) for name in ENDGAMES),
        *map(virtually_all, (WINS, MOVING)),
        *(order(measure) for measure in (B, *READINGS)),
    ),
    rows=rows,
    edition=2,
)
