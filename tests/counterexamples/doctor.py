"""How often the doctor is right."""

from __future__ import annotations

from overthink.studies.beyond.doctor_power import ALARM, BUG, RIGHT, STUDY
from overthink.studies.engine.study import Point
from tests.made_up import Case, MadeUp, Value

POINTS: list[Point] = [{**setting, "share": share} for setting in STUDY.settings for share in (RIGHT, ALARM)]


def samples(value: Value) -> MadeUp:
    return MadeUp(value, POINTS, 200)


def right(share: float) -> MadeUp:
    return samples(lambda point: share if point["share"] == RIGHT else 0.0)


def player(share: float, bug: bool) -> MadeUp:
    return samples(lambda point: share if point["share"] == RIGHT and (point["case"] == BUG) == bug else 0.0)


CASES: dict[str, list[Case]] = {
    "beyond/doctor-power": [
        Case("all cases together: at least 95 of 100", right(0.93), right(0.97)),
        Case(
            "is a false alarm in less than 5 of 100",
            samples(lambda point: 0.07 if point["share"] == ALARM else 1.0),
            samples(lambda point: 0.03 if point["share"] == ALARM else 1.0),
        ),
        Case("at least 90 of 100 players with a planted bug", player(0.84, bug=True), player(0.96, bug=True)),
        Case("of sound players at most 5 of 100", player(0.91, bug=False), player(0.98, bug=False)),
    ]
}
