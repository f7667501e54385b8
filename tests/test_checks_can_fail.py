"""Every check of every study can fail: it says so on numbers for which it is just false, and holds on others."""

import pytest

from overthink.studies import all_figures
from overthink.studies.checks import Above, AllOf, Beats, Better, Exactly, NeverFalls, Where, at, curve
from overthink.studies.claim import ClaimCheck, Verdict
from overthink_papers.beyond import law
from tests.made_up import MadeUp, counterexample, example

DEPTHS = (1, 3, 5)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Made-up numbers are clear enough for it."""
    monkeypatch.setattr(law, "RESAMPLES", 30)


SLOWEST = [
    "althofer/evaluation", "nau/fig13", "nau/fig12", "nau/background-errors", "beyond/surface-1m",
    "beyond/ceiling-mixed", "beyond/ceiling", "emm/pruning", "beyond/law", "nau/one-player-trees", "beyond/cure",
    "nau/champions", "nau/factors", "bab/fig4a", "bab/fig6b", "bab/fig6a", "nau/fig14", "nau/fig11",
    "beyond/equal-time", "emm/fig9", "emm/trees-of-types", "bab/fig4b", "nau/border", "beyond/learned",
    "beyond/cure-games", "althofer/pathology", "beyond/best-of-map", "nau/fig7", "nau/fig8", "nau/fig9", "emm/fig2",
    "beyond/strong", "beyond/best-first", "beyond/best-first-strengths", "beyond/equal-cost", "nau/buckets",
    "nau/background-similarity", "nau/similarity",
]  # fmt: skip


@pytest.mark.exhaustive(only=SLOWEST)
@pytest.mark.parametrize("name", all_figures())
def test_checks_tell_false_from_true(name):
    for claim in all_figures()[name][1].claims:
        if isinstance(claim.check, ClaimCheck):
            assert claim.judge(counterexample(claim.check)).verdict == Verdict.FAILS, claim.says
            assert claim.judge(example(claim.check)).verdict == Verdict.HOLDS, claim.says


def test_a_check_says_itself():
    beats = Beats("emm", "minimax", over="depth", at=(3, 5, 7), where={"p": 0.5})
    assert str(beats) == "emm is above minimax at depth 3, 5 and 7, p 0.5"
    assert str(Better(at(rule="emm", depth=7), at(rule="vote", depth=7), 0.1)) == (
        "emm is above vote (depth 7) by more than 0.1"
    )
    assert (
        str(NeverFalls(curve("depth", range(1, 12), rule="emm"))) == "depth 1 to 11, emm: never falls by more than 0.02"
    )


def made_up(*means: float) -> MadeUp:
    return MadeUp(lambda point: means[point["x"]])


def test_all_of_several():
    """It fails if one fails, holds if all hold, and is inconclusive between."""
    both = AllOf((Above((at(x=0),), 0.5), Exactly(({"x": 1},), 1.0)))
    for first, second, verdict in (0.6, 1.0, "holds"), (0.6, 0.9, "fails"), (0.4, 1.0, "fails"), (0.5, 1.0, "fails"):
        assert both.judge(made_up(first, second)).verdict == verdict
    assert both.judge(MadeUp(lambda point: 1.0, n=5)).verdict == "inconclusive"


def test_where_a_condition_does_not_hold_nothing_is_said():
    check = Where(Above((at(x=0),), 0.5), Above((at(x=1),), 0.5))
    for condition, value, verdict in (0.6, 0.6, "holds"), (0.6, 0.4, "fails"), (0.4, 0.4, "inconclusive"):
        assert check.judge(made_up(condition, value)).verdict == verdict
