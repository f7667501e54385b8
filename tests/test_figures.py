"""Figures: names at the ends of curves, apart from each other and in the colours of their rules."""

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.core.plain import Row
from overthink.report.charts import colours, curves, in_words, spread, ticks_that_fit
from overthink.rules import RULES

LABELS = {"x": "depth", "y": "share"}


def rows_of(lines: int, panels: int = 1) -> list[Row]:
    """Lines that end together, but for the first."""
    return [
        {"x": x, "line": f"line {n}", "panel": p, "mean": 0.1 * x if n else 0.5, "low": 0.0, "high": 1.0}
        for p in range(panels)
        for n in range(lines)
        for x in (1, 2, 3)
    ]


@pytest.mark.parametrize("wanted", [(0.0, 0.0, 0.0), (0.2, 0.5, 0.9), (1.0, 1.0, 1.0), (0.4, 0.41, 0.9)])
def test_names_stand_apart_in_order_and_inside(wanted: tuple[float, ...]) -> None:
    sizes = (0.1, 0.2, 0.1)
    found = spread(wanted, sizes)
    assert all(b - a >= (m + n) / 2 - 1e-9 for (a, b), (m, n) in zip(pairwise(found), pairwise(sizes)))
    assert found[0] >= 0.05 - 1e-9 and found[-1] <= 0.95 + 1e-9
    if wanted == (0.2, 0.5, 0.9):
        assert found == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("lines", "panels", "named"), [(1, 1, 1), (8, 1, 1), (11, 1, 0), (3, 2, 2), (3, 3, 1), (3, 5, 2)]
)
def test_lines_are_named_at_their_ends_unless_they_are_many(lines: int, panels: int, named: int) -> None:
    figure = curves(rows_of(lines, panels), "x", "line", "panel", LABELS)
    assert [len(axis.texts) for axis in figure.axes if axis.texts] == [lines] * named
    assert len(figure.legends) == (named == 0)


def test_a_line_that_no_named_panel_has_is_in_a_legend() -> None:
    rows = [row for row in rows_of(3, 3) if row["panel"] < 2 or row["line"] == "line 0"]
    figure = curves(rows, "x", "line", "panel", LABELS)
    assert len(figure.legends[0].get_texts()) == 3 and not any(axis.texts for axis in figure.axes)


def test_every_rule_has_its_colour_in_every_figure() -> None:
    for rule in RULES:
        names = [rule, f"{rule}, e = 0.1", RULES[rule].label, "alpha-beta"]
        found = colours(names)
        assert len({found[name] for name in names[:3]}) == 1 and found["alpha-beta"] != found[rule]
    assert colours(["althofer, e = 0.3", "minimax, e = 0.1"])["minimax, e = 0.1"] == "#000000"
    assert colours(["EMM / minimax", "other"])["EMM / minimax"] != colours(["emm"])["emm"]
    words = {
        "product": "product rule",
        "product rule": "product rule",
        "emm, e = 0.1": "EMM, e = 0.1",
        "other": "other",
    }
    assert {name: in_words(name) for name in words} == words


def test_ticks_leave_room_for_each_other() -> None:
    assert ticks_that_fit([0, 1, 2, 64], [0, 1, 2, 64], 2.0) == [0, 3]
    assert ticks_that_fit([1, 10, 100], [0.0, 1.0, 2.0], 2.0) == [0, 1, 2]


def test_a_stored_figure_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(picture: object, path: Path) -> None:
        drawn.append(path.name)
        path.write_text("picture")

    monkeypatch.setattr("overthink.studies.gallery.write_svg", draw)
    monkeypatch.setattr("overthink.studies.gallery.write_png", draw)
    for scale, times in (("20", 1), ("20", 1), ("40", 2), ("20", 3)):
        done = CliRunner().invoke(
            main, ["reproduce", "emm/fig2", "--scale", scale, "--jobs", "1", "--out", str(tmp_path)]
        )
        assert done.exit_code == 0 and "emm-fig2.png" in done.output and len(drawn) == 2 * times
    (tmp_path / "emm-fig2.svg").unlink()
    CliRunner().invoke(main, ["reproduce", "emm/fig2", "--scale", "20", "--jobs", "1", "--out", str(tmp_path)])
    assert len(drawn) == 8 and (tmp_path / "emm-fig2.svg").exists()
