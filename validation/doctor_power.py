"""The doctor on examinations whose answer was planted: how often it is right, and how often it raises a false alarm.

An observation is one examination by the doctor's own front door, of a game with numbers of its own or of a player with
a bug or without one (`validation.cases`). The checks and the cases were tried out on other seeds than those that are
reported here.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.estimate import Estimate, Sample
from overthink.report.charts import curves
from overthink.studies.checks import Computed, above
from overthink.studies.claim import Claim, own_claim
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, shares
from overthink.studies.study import Picture, one_figure
from validation.cases import CASES, PLAYER_CASES, blames_depth, false_alarm, right, sent_right

NAME = "validation/doctor-power"
SEEDS = "beyond/doctor-power"  # its former name: the same cases are drawn
POSITIONS = (100, 500, 2000)
MOST_POSITIONS = POSITIONS[-1]
PLAYER_POSITIONS = (100, 300)  # the players are plain Python
BUG, SOUND = "a player with a bug", tuple(case for case in PLAYER_CASES if case != "a player with a bug")
RIGHT, ALARM = "right", "false alarm"


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """1 for a verdict that is right, and 1 for "deeper is worse" where it is not."""
    case = setting["case"]
    answers = []
    for number in range(start, stop):
        own = (int(seed_key(SEEDS, seed, case, number)) >> 4) * 2 + number % 2  # a case of either kind in turn
        if case in PLAYER_CASES:
            diagnosis = PLAYER_CASES[case](setting["positions"], own)
            answers.append((sent_right(case, diagnosis), blames_depth(case, diagnosis)))
        else:
            diagnosis = CASES[case](setting["positions"], own)
            answers.append((right(case, diagnosis), false_alarm(case, diagnosis)))
    return [{"share": RIGHT}, {"share": ALARM}], np.array(answers, float).T


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Rightness of every case, and false alarms of all."""
    shown = [{**row, "panel": row["share"]} for row in rows]
    labels = {"x": "positions examined", "y": "share of examinations"}
    return curves(shown, "positions", "case", "panel", labels)


def every(samples: Samples, share: str, positions: int | None = None) -> Sample:
    """All observations, of all cases."""
    where = {"share": share} if positions is None else {"share": share, "positions": positions}
    return np.concatenate([sample for _, sample in samples.select(**where)])


def of_players(samples: Samples, share: str, *cases: str) -> Sample:
    """All observations of these cases at the greatest number of positions."""
    most = PLAYER_POSITIONS[-1]
    return np.concatenate([x for case in cases for _, x in samples.select(case=case, share=share, positions=most)])


def at_least(says: str, limit: float, sample: Callable[[Samples], Sample]) -> Claim:
    return own_claim(Computed(lambda samples: above(Estimate.share(sample(samples)), limit), says))


STUDY = one_figure(
    name=NAME,
    title="how often the doctor is right, by the number of positions",
    source="Overthink",
    settings=(*grid(case=CASES, positions=POSITIONS), *grid(case=PLAYER_CASES, positions=PLAYER_POSITIONS)),
    run=run,
    scales={"quick": 3, "paper": 20},
    draw=draw,
    caption="Examinations with a planted answer. Left: the share in which the doctor found what was planted, and "
    "suspected nothing else; for players: in which it suspected one with a bug, or did not suspect a sound one. "
    "Right: the share in which it said that deeper is worse, and it was not.",
    claims=(
        at_least(
            f"at {MOST_POSITIONS:,} positions, all cases together: at least 95 of 100 verdicts are right",
            0.95,
            lambda s: every(s, RIGHT, MOST_POSITIONS),
        ),
        at_least(
            "all cases, any number of positions: 'deeper is worse' is a false alarm in less than 5 of 100 examinations",
            0.95,
            lambda s: 1.0 - every(s, ALARM),
        ),
        at_least(
            f"{PLAYER_POSITIONS[-1]} positions: at least 90 of 100 players with a planted bug are sent to the search",
            0.9,
            lambda s: of_players(s, RIGHT, BUG),
        ),
        at_least(
            f"{PLAYER_POSITIONS[-1]} positions: of sound players at most 5 of 100 are suspected",
            0.95,
            lambda s: of_players(s, RIGHT, *SOUND),
        ),
    ),
    rows=shares,
    block=1,
    across="positions",
    edition=4,
)
