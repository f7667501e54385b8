"""Tables on the terminal."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from overthink.cli.tables import print_rows, print_statements
from overthink.report.shipped import claims_of
from overthink.studies.claim import NOT_IN_PRINT, Reading, ReadingKind, Verdict
from overthink.studies.verdicts import JudgedClaim, settle_by_shipped


def test_a_wide_table_goes_on_below_and_no_number_is_cut_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    rows = [
        {"b": b, "reading": "bucketed", "g": g, "mean": b + g / 1000, "low": 0.0, "high": 1.0, "n": 7}
        for b in (2, 3)
        for g in range(100, 130)
    ]
    print_rows(SimpleNamespace(name="a/study", title="wide", source="here", across="g"), rows)
    text = capsys.readouterr().out
    assert "…" not in text and max(map(len, text.splitlines())) <= 60
    assert all(f"{b + g / 1000:.3f}" in text for b in (2, 3) for g in range(100, 130))
    assert text.count("bucketed") == 1 and "reading = bucketed" in text  # told once, not in every row


def test_a_statement_is_one_line_and_a_small_run_is_decided_by_the_shipped_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    claim = next(claim for claim in map(JudgedClaim.read, claims_of("emm/fig6")) if claim.verdict == Verdict.HOLDS)
    small = replace(claim, verdict=Verdict.INCONCLUSIVE)
    assert settle_by_shipped(small) == replace(claim, shipped=True)
    assert settle_by_shipped(replace(small, says="what no run decides")).verdict == Verdict.INCONCLUSIVE
    assert settle_by_shipped(replace(small, verdict=Verdict.FAILS)).verdict == Verdict.FAILS  # what was seen here stays
    otherwise = Reading(ReadingKind.OPEN, "read otherwise")
    claims = [
        settle_by_shipped(small),
        replace(claim, printed="fails", verdict=Verdict.FAILS),
        replace(claim, printed="fails", verdict=Verdict.INCONCLUSIVE, reading=otherwise),
        replace(claim, printed="other", verdict=Verdict.FAILS),
        replace(claim, printed="other", reading=otherwise),
        replace(claim, printed="fits", verdict=Verdict.FAILS),
        replace(claim, printed="fits", reading=Reading(ReadingKind.CLOSEST, "as it fits")),
        replace(claim, printed="open", verdict=Verdict.INCONCLUSIVE),
        replace(claim, printed=NOT_IN_PRINT, says="ours"),
    ]
    print_statements(claims)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  emm/fig6  ")[0].rstrip().split(maxsplit=1) for line in lines[:6]] == [
        ["✓°", "as written"], ["✗", "fails as written, another reading undecided"], ["✓", "depends on the reading"],
        ["✓", "only in a fitted reading"], ["?", "undecided (one reading tried)"], ["✓", "our question"],
    ]  # fmt: skip
    counted = "1 as written, 1 depends on the reading, 1 only in a fitted reading, 1 undecided, "
    counted += "1 fails as written, another reading undecided"
    assert lines[7] == f"5 published statements: {counted}." and lines[8] == "1 question of our own: 1 holds."
