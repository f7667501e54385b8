"""Near-ties: the verdict on an engine depends on which moves count as equal to the best."""

from __future__ import annotations

from dataclasses import replace

from overthink.doctor.check import Case, Check, Finding, not_tested, ruled_out, suspected
from overthink.measure.judgement import Judgement, Kind, judge

OTHER_MARGINS = (0.0, 0.1, 0.5)  # pawns


def run(case: Case) -> Finding | None:
    """Test whether other margins change the kind of the verdict."""
    if case.engine is None or case.engine.by_file:  # a file says which moves are right: there is no margin
        return None
    kind = case.judgement.kind
    judgements = {margin: _with_margin(case, margin) for margin in OTHER_MARGINS}
    others = [f"{margin:g} pawns: {other.sentence}" for margin, other in judgements.items() if other.kind != kind]
    if others:
        why = f"the margin of {case.engine.margin:g} pawns matters; with {'; with '.join(others)}"
        return suspected(why) if kind == Kind.WORSE else not_tested(why)
    margins = ", ".join(f"{margin:g}" for margin in OTHER_MARGINS)
    return ruled_out(f"a margin of {margins} pawns gives the same kind of verdict")


def _with_margin(case: Case, margin: float) -> Judgement:
    positions = tuple(replace(position, close=margin) for position in case.examination.positions)
    return judge(replace(case.examination, positions=positions).accuracy(case.rule), case.examination.knob)


CHECK = Check(
    "near-ties",
    "the verdict on an engine changes if other moves count as right",
    run,
    mend="choose the margin before you look at the verdict, and say which",
)
