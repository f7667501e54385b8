"""Tables on the terminal."""

from types import SimpleNamespace

import pytest

from overthink.cli.tables import print_rows


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
