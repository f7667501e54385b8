"""The lab on paper: in light colours, in proportion, and with everything that belongs there."""

import math
import re
import shutil
import subprocess

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from tests.lab_browser import FRAMES, needs_browser

PAPER = {"width": 794, "height": 1123}  # A4 at 96 pixels an inch


@pytest.mark.exhaustive
@needs_browser
def test_a_chart_fits_on_paper(fresh: Page) -> None:
    fresh.emulate_media(color_scheme="dark")
    fresh.goto("/#/depth-curve?rules=minimax&height=5")
    chart = fresh.locator(".picture .chart")
    expect(chart).to_be_visible()
    wide = chart.evaluate("(chart) => chart.getAttribute('width')")
    during = """() => {
      dispatchEvent(new Event("beforeprint"));  // the printer does not wait
      return ["width", "line"].map((what) => what === "width" ? document.querySelector(".chart").getAttribute(what)
        : document.querySelector(".chart line").getAttribute("stroke"));
    }"""
    assert fresh.evaluate(during) == ["660", "#d5d8dd"]
    fresh.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(chart).to_have_attribute("width", wide)
    fresh.set_viewport_size(PAPER)  # type: ignore[arg-type]
    fresh.emulate_media(media="print", color_scheme="dark")
    expect(chart).to_have_css("width", "660px")
    assert fresh.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    assert fresh.locator(".foot").bounding_box()["y"] > 400  # type: ignore[index]  # below the chart


@pytest.mark.exhaustive
@needs_browser
def test_what_is_written_on_a_white_sheet_is_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/#/papers?study=emm/fig6")
    sheet = page.locator("figure.paper")
    expect(sheet).to_have_css("background-color", "rgb(255, 255, 255)")
    written = """(sheet) => {
      const message = sheet.appendChild(document.createElement("p"));
      return ["", "muted"].map((kind) => { message.className = kind; return getComputedStyle(message).color; });
    }"""
    assert sheet.evaluate(written) == ["rgb(26, 26, 26)", "rgb(86, 86, 86)"]
    page.emulate_media(color_scheme="null")


PRINTED = {  # a view, and what is there when its picture is
    "story?step=5&a5=show": ".story-lines .curve",
    "tree": "canvas[data-drawn]",
    "depth-curve": ".depth-curve[data-state=done] .picture .chart",
    "map": ".map[data-state=done] .picture .chart",
    "simulations": ".simulated svg",
    "play": ".kalah",
    "papers?study=emm/fig2": ".papers[data-state=done] figure.paper img",
    "doctor": ".doctor iframe.report",
    "docs?page=concepts.md": ".page h1",
}
CUT = """() => [...document.querySelectorAll("main *:not(.spoken)")].filter((part) => {
  const { overflowX, overflowY } = getComputedStyle(part);
  return part.offsetParent && (overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1
    || overflowY !== "visible" && part.scrollHeight > part.clientHeight + 1);
}).map((part) => part.className)"""
STRETCHED = """() => [...document.querySelectorAll("main canvas, main img")].filter((part) => {
  const [width, height] = [part.naturalWidth ?? part.width, part.naturalHeight ?? part.height];
  return part.clientHeight && getComputedStyle(part).objectFit !== "contain"
    && Math.abs(width / height * part.clientHeight / part.clientWidth - 1) > 0.02;
}).map((part) => part.outerHTML)"""
UNDERLINED = """() => [...document.querySelectorAll(".term")].filter(
  (term) => parseFloat(getComputedStyle(term).borderBottomWidth)).map((term) => term.textContent)"""


def sheets(page: Page) -> NDArray[np.uint8]:
    """The page as it is printed: for each sheet of paper a picture, by row, column and colour."""
    command = ["pdftoppm", "-r", "40"]
    raw = subprocess.run(command, input=page.pdf(format="A4"), capture_output=True, check=True).stdout
    head = re.match(rb"P6\s(\d+) (\d+)\s255\s", raw)
    assert head
    start = len(head[0])
    shape = (-1, int(head[2]), int(head[1]), 3)
    return np.frombuffer(raw, np.uint8).reshape(-1, start + math.prod(shape[1:]))[:, start:].reshape(shape)


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="pdftoppm is not installed: make debian")
def test_every_view_is_printed_light_and_whole(fresh: Page) -> None:
    """As a PDF, compared as pictures: the same from a light and from a dark page, on white, inside the margins."""
    fresh.route("**/api/depth-curve/curve*", lambda route: route.fulfill(body=""))  # the curves that come with the page
    fresh.goto("/#/tree")
    expect(fresh.locator(".term").first).to_be_visible()  # the glossary is here, so texts no longer change
    for link, sign in PRINTED.items():
        fresh.emulate_media(color_scheme="light")
        fresh.goto(f"/#/{link}")
        expect(fresh.locator(sign).first).to_be_visible()
        fresh.wait_for_function("() => [...document.images].every((image) => image.src && image.complete)")
        light = sheets(fresh)
        fresh.emulate_media(color_scheme="dark")
        fresh.evaluate(FRAMES)
        assert np.array_equal(sheets(fresh), light), link
        assert light.min() < 120 and light.mean() > 220, link
        assert link != "doctor" or len(light) > 3  # the whole report, not only its frame
        margins = 255 - light
        margins[:, 20:-20, 20:-20] = 0
        assert not margins.any(), link
        fresh.emulate_media(media="print", color_scheme="dark")
        assert fresh.evaluate(CUT) == [] == fresh.evaluate(STRETCHED), link
        assert fresh.evaluate(UNDERLINED) == [], link  # nobody can point at a term on paper
        fresh.emulate_media(media="null")
