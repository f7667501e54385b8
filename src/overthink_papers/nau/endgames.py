"""Section 6.1, caption of Figure 11: branching and clustering factors of two chess endgames, over every position with
all pieces on the board.

Nothing is drawn: every observation is the same exact number. The branching factor is the mean number of successors, as
the text defines it, or the mean of both sides' averages, which fits better. The clustering factor is taken as the text
defines it, over all such positions or averaged over them, since they "had differing … clustering factors"; and as one
minus it, over those that White wins, because the 8-puzzle's published number is one minus what the text defines.
"""

from dataclasses import replace
from functools import partial

import numpy as np

from overthink.measure.accuracy import clustering_factor
from overthink.report.charts import curves
from overthink.studies.checks import Computed, at
from overthink.studies.claim import AS_WRITTEN, Claim, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.endgames import space_of
from overthink_papers.nau.exact_numbers import exact_row, exceed, in_print, known, repeat_numbers
from overthink_papers.nau.readings import mean_factor

ENDGAMES = ("KBBK", "KQKR")
POSITIONS = {"KBBK": 746_684, "KQKR": 2_467_122}  # with all pieces, that differ by more than a view of the board
SECTION = "[Nau2010] section 6.1"

PRINTED = {"b": {"KBBK": 13.52, "KQKR": 16.93}, "f": {"KBBK": 0.58, "KQKR": 0.37}}
B, WINS, MOVING = "b", "share that White wins", "share that White wins, White to move"
BOTH_SIDES = "b, mean of both sides' averages"
ALL, WON, BY_POSITION = "f, all positions", "f, won positions", "f, averaged over positions"
DIGITS = 0.005  # as near as two digits tell
ALMOST = 0.95
MEAN_OF_SIDES = Reading(ReadingKind.CLOSEST, "the mean of both sides' averages")
AS_DEFINED = Reading(words="siblings' deviation over that of all positions")
AVERAGED = Reading(ReadingKind.OPEN, "the ratio of each position, averaged over positions")
ONE_MINUS = Reading(ReadingKind.CLOSEST, "one minus the ratio, over the positions that White wins")
REST = f"1 - {WON}"
FACTOR_READINGS = {B: AS_WRITTEN, BOTH_SIDES: MEAN_OF_SIDES, ALL: AS_DEFINED, BY_POSITION: AVERAGED, REST: ONE_MINUS}
HIGHER_F = "the KBBK’s average clustering factor (f = 0.58) is higher than the KQKR’s (f = 0.37)"
VIRTUALLY = "virtually all the positions in, say, KBBK are won for the stronger side"


def factors(name: str) -> dict[str, float]:
    """Every reading of the branching and clustering factors of an endgame, by name, and the shares that White wins."""
    _, space = space_of(name)
    tree = space.tree
    widths = np.diff(tree.first)[: space.whole]
    sides = [widths[tree.mover[: space.whole] == side].mean() for side in (1, -1)]
    whole, wins = np.arange(len(tree)) < space.whole, tree.truth[: space.whole] > 0
    won = replace(tree, truth=np.where(tree.truth > 0, tree.truth, np.nan))
    numbers = {
        B: float(widths.mean()),
        BOTH_SIDES: float(np.mean(sides)),
        WINS: float(wins.mean()),
        MOVING: float(wins[tree.mover[: space.whole] > 0].mean()),
        ALL: clustering_factor(tree, whole),
        WON: clustering_factor(won, whole),
        BY_POSITION: mean_factor(tree, whole),
    }
    return numbers | {REST: 1.0 - numbers[WON]}


def _factor_claim(name: str, measure: str, reading: Reading = AS_WRITTEN) -> Claim:
    letter = "b" if measure in (B, BOTH_SIDES) else "f"
    printed = PRINTED[letter][name]
    check = in_print({"endgame": name, "measure": measure}, printed, DIGITS, POSITIONS[name])
    says = f"{name}: {measure} is {printed:g}"
    words = f"{name} chess endgames (average b = {printed}" if letter == B else f"{name} chess endgames … f = {printed}"
    return Claim(says, words, check, "[Nau2010] Figure 11", reading, "half of the last published digit")


def _share_won(measure: str, reading: Reading) -> Claim:
    says = f"KBBK: the {measure} is more than {ALMOST:.0%}"
    check = exceed((at(endgame="KBBK", measure=measure),), ALMOST)
    return Claim(says, VIRTUALLY, check, reading=reading, tolerance="virtually all: nineteen in twenty")


def _higher(one: str, other: str, measure: str) -> Computed:
    return exceed((at(endgame=one, measure=measure) - at(endgame=other, measure=measure),))


def _draw_factors(samples: Samples, rows: list[Row]) -> Picture:
    b = {row["endgame"]: row["mean"] for row in rows if row["measure"] == B}
    shown = [row for row in rows if row["measure"] in (ALL, WON, BY_POSITION, REST)]
    shown += [exact_row(f, endgame=name, measure="published") for name, f in PRINTED["f"].items()]
    points = [{**row, "b": b[row["endgame"]]} for row in shown]
    labels = {"x": "average branching factor: KBBK on the left, KQKR on the right", "y": "clustering factor"}
    return curves(points, "b", "measure", None, labels, joined=False)


STUDY = one_figure(
    name="nau/endgames",
    title="branching and clustering factors of two chess endgames",
    source=SECTION,
    settings=grid(endgame=ENDGAMES),
    run=lambda setting, start, stop, seed: repeat_numbers(factors(setting["endgame"]), stop - start),
    scales={"quick": 2, "paper": 2},
    draw=_draw_factors,
    caption="The clustering factor as the text defines it, over all positions and over those that White wins, averaged "
    "over positions, and one minus it. Published: .58 for KBBK and .37 for KQKR.",
    claims=(
        *(_factor_claim(name, measure, way) for measure, way in FACTOR_READINGS.items() for name in ENDGAMES),
        _share_won(WINS, Reading(words="either side to move")),
        _share_won(MOVING, Reading(ReadingKind.CLOSEST, "White to move only")),
        Claim(
            "b is lower in KBBK than in KQKR",
            "The KBBK’s average branching factor (b = 13.52) is lower than the KQKR’s (b = 16.93)",
            _higher("KQKR", "KBBK", B),
        ),
        *(
            Claim(f"{f} is higher in KBBK than in KQKR", HIGHER_F, _higher(*ENDGAMES, f), reading=FACTOR_READINGS[f])
            for f in (ALL, BY_POSITION, REST)
        ),
    ),
    rows=partial(known, n=lambda point: POSITIONS[point["endgame"]]),
    edition=3,
)
