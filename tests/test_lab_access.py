"""Everybody can use the lab: axe-core, which checks pages for that, finds nothing wrong in any view, light or dark.
No choice is cut off in its box."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.lab_browser import FRAMES, needs_browser

AXE = Path(__file__).resolve().parent.parent / ".node" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "(options) => axe.run(document, {...options, resultTypes: ['violations']}).then((found) => found.violations)"
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("main select")].filter((box) => box.offsetParent).flatMap((box) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(box);
    const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;  // an arrow
    pen.font = font;
    return [...box.options].map((choice) => choice.text).filter((text) => pen.measureText(text).width > room);
  });
}"""
THEMES: dict[Literal["light", "dark"], dict[str, Any]] = {"light": {}, "dark": COLOURS}  # the rest is the same in both
VIEWS = {  # a link, and words that are there when the view is whole
    "story": "Looking further ahead",
    "story?step=3": "Max picks the best news",
    "story?step=6": "Real puzzles",
    "tree?source=board-splitting&two=1": "· full-width",
    "simulations": "Simulation 40",
    "depth-curve": "games that come with",
    "map": "The black line",
    "play": "South",
    "play?game=8-puzzle&moves=up": "Move 2",
    "papers?study=emm/fig6": "holds",
    "doctor": "example",
    "docs?page=install.md": "Python 3.11 or later",
}
pytestmark = [
    needs_browser,
    pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make javascript"),
]


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe-core finds, one line each: the rule, how bad it is, and the first element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN, options)
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:200]} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"][:3]
    ]


def test_no_violations(fresh: Page) -> None:
    wrong: dict[str, list[str]] = {}
    fresh.route("**/api/depth-curve/curve*", lambda route: route.fulfill(body=""))  # the curves that come with the page
    for view, words in VIEWS.items():
        if view.startswith("docs"):  # lines of code are wider than a phone
            fresh.set_viewport_size({"width": 390, "height": 844})
        fresh.goto(f"/#/{view}")
        expect(fresh.locator("main")).to_contain_text(words)
        assert fresh.evaluate(CUT) == []  # choices fit into their boxes
        for theme, options in THEMES.items():
            fresh.emulate_media(color_scheme=theme)
            fresh.evaluate(FRAMES)
            wrong[f"{view}, {theme}"] = violations(fresh, options)
    assert not any(wrong.values()), "\n".join(f"{view}: {line}" for view, lines in wrong.items() for line in lines)
