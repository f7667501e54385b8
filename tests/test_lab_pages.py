"""The lab in a browser: the main path through each view, in the installed wheel."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.lab_browser import browser, installed, lab, needs_browser, page, screens, wheel

pytestmark = needs_browser
VIEWS = {
    "tree": "Tree",
    "depth-curve": "Depth curve",
    "map": "Map",
    "play": "Play",
    "papers": "Papers",
    "doctor": "Doctor",
}


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_says_what_it_shows(page: Page, name: str) -> None:
    page.goto(f"/#/{name}")
    expect(page.locator("nav a[aria-current]")).to_have_text(VIEWS[name])
    expect(page.locator(".intro")).to_contain_text("docs/")
    assert page.title().startswith(VIEWS[name])
