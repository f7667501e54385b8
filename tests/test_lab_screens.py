"""Every view on a laptop, a wall, a large wall and a phone, as it is and on a projector: no word is cut off or lies
over another one, and labels can be read. With OVERTHINK_SCREENS=1 pictures in light and dark are kept in
results/lab-screens."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.lab_browser import EMPTY, FRAMES, WINDOW, needs_browser

pytestmark = needs_browser
SCREENS = Path(__file__).resolve().parent.parent / "results" / "lab-screens"
VIEWS = {  # a link, and what is there when the view is whole
    **{f"story?step={step}&a{step}=show": ".truth p" for step in range(1, 7)},
    "tree?source=board-splitting&height=6&error=0.2&seed=152&depth=3&rule=minimax": "canvas[data-drawn]",
    "tree?example=emm-figure-3&two=1": "canvas[data-drawn]",
    "simulations": ".simulated svg",
    "depth-curve": ".picture .curve",
    "map": ".map[data-state=done] .picture svg",
    "play?game=board-splitting&height=10&max=minimax&min=you": ".thought",
    "play?game=connect-four&min=you": ".stones",
    "papers?study=emm/fig6": "figure.paper img",
    "doctor": "iframe.report",
    "votes": ".picture .curve",
    "nets?rule=bayes&depth=3": ".picture .curve",
}
SIZES = {"1280": (1280, 720), "1920": (1920, 1080), "3840": (3840, 2160), "phone": (390, 844)}
SMALLEST = {"1280": 9.0, "1920": 9.0, "3840": 9.0, "phone": 10.0}  # pixels of a label
ON_A_PROJECTOR = {  # what the scripts of docs/lab.md move
    "simulations": ["Exploration", "Draw number"],
    "depth-curve": ["Error e", "Mixing", "Correlation of errors"],
    "votes": ["right with p₂", "Their tails"],
    "nets?rule=bayes&depth=3": ["Net", "Rule", "Moves looked ahead"],
    "play?game=board-splitting&height=10&max=minimax&min=you": ["Played by", "Moves looked ahead"],
    "tree?source=board-splitting&height=6&error=0.2&seed=152&depth=3&rule=minimax": ["Moves looked ahead"],
    "map": ["branching factor"],
}
WORDS = """(root) => [...root.querySelectorAll("svg")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const there = (each) => each.textContent.trim() && each.getClientRects().length;
  const texts = [...svg.querySelectorAll("text")].filter(there);
  const boxes = texts.map((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const { a, b } = each.getScreenCTM();
    const size = parseFloat(getComputedStyle(each).fontSize) * Math.hypot(a, b);
    return { text: each.textContent, left, right, top, bottom, size };
  });
  const area = (one) => (one.right - one.left) * (one.bottom - one.top);
  const over = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const cut = boxes.filter((one) => one.left < frame.left - 2 || one.right > frame.right + 2
    || one.top < frame.top - 2 || one.bottom > frame.bottom + 2);
  const covers = (one, other) => over(one, other) > 0.3 * Math.min(area(one), area(other));
  const covered = boxes.filter((one, i) => boxes.some((other, k) => k < i && covers(one, other)));
  const [cutOff, under] = [cut, covered].map((each) => each.map(({ text }) => text));
  return frame.width ? [{ cut: cutOff, covered: under, least: Math.min(99, ...boxes.map(({ size }) => size)) }] : [];
})"""
PUT = """(text) => {
  const place = document.body.appendChild(document.createElement("div"));
  place.id = "saved";
  place.style = "position: fixed; inset: 0 auto auto 0; visibility: hidden";
  place.append(document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
}"""


def words(page: Page) -> list[dict[str, Any]]:
    """The words in all drawings. A tree is drawn on a canvas: it is saved as SVG, and looked at there."""
    if not page.locator(".tree canvas").count():
        found: list[dict[str, Any]] = page.locator("main").evaluate(WORDS)
        return found
    with page.expect_download() as saved:
        page.get_by_title("Save the picture as SVG").dispatch_event("click")
    page.evaluate(PUT, Path(saved.value.path()).read_text("utf-8"))
    found = page.locator("#saved").evaluate(WORDS)
    page.locator("#saved").evaluate("(each) => each.remove()")
    return found


def faults(page: Page, link: str, size: str, projected: bool) -> list[str]:
    """What is cut off, covered, too small, hidden or too wide."""
    shown = page.locator(".controls .control:visible, .studies .entry:visible").all_inner_texts()
    needed = [*ON_A_PROJECTOR.get(link, []), *(["P-games"] if link.startswith("papers") else [])]
    hidden = [label for label in needed if projected and not any(label in each for each in shown)]
    bad = [each for each in words(page) if each["cut"] or each["covered"] or each["least"] < SMALLEST[size]]
    wide = page.evaluate("document.documentElement.scrollWidth") > SIZES[size][0]
    return [
        f"{link}, {'projector' if projected else 'usual'}: {each}" for each in [*hidden, *bad, *["too wide"] * wide]
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", SIZES)
def test_screens(fresh: Page, size: str) -> None:
    fresh.route("**/api/depth-curve/curve*", lambda route: route.fulfill(body=""))  # the curves that come with the page
    wrong: list[str] = []
    for number, (link, sign) in enumerate(VIEWS.items()):
        fresh.goto(EMPTY)
        fresh.set_viewport_size(dict(zip(WINDOW, SIZES[size])))  # type: ignore[arg-type]
        fresh.goto(f"/#/{link}")
        expect(fresh.locator(sign).first).to_be_visible()
        for projected in (False, True)[: 1 if size == "phone" else 2]:
            if projected:
                fresh.keyboard.press("Alt+p")
            for theme in ("light", "dark") if "OVERTHINK_SCREENS" in os.environ else ():
                SCREENS.mkdir(parents=True, exist_ok=True)
                fresh.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                fresh.evaluate(FRAMES)
                name = f"{number:02}-{link.split('?')[0]}-{size}{'-projector' * projected}-{theme}.png"
                fresh.screenshot(path=SCREENS / name)
            fresh.evaluate(FRAMES)
            wrong += faults(fresh, link, size, projected)
        if projected:
            fresh.keyboard.press("Alt+p")
    assert not wrong, "\n".join(wrong)
