"""How often the doctor is right."""

from __future__ import annotations

from validation.doctor_power import ALARM, RIGHT, STUDY

from tests.made_up import Case, MadeUp

POINTS = [{**setting, "share": share} for setting in STUDY.settings for share in (RIGHT, ALARM)]


def shares(right: float, alarms: float) -> MadeUp:
    """These shares of right verdicts and of false alarms, in every case."""
    return MadeUp(lambda at: right if at["share"] == RIGHT else alarms, POINTS)


CASES: dict[str, list[Case]] = {
    STUDY.name: [
        Case("verdicts are right", shares(0.94, 0.0), shares(0.96, 0.0)),
        Case("is a false alarm", shares(1.0, 0.06), shares(1.0, 0.04)),
        Case("with a planted bug are sent", shares(0.89, 0.0), shares(0.91, 0.0)),
        Case("of sound players", shares(0.94, 0.0), shares(0.96, 0.0)),
    ],
}
