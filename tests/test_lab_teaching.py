"""The lab in front of a class: on a phone, for a screen reader; one name and one colour for a rule; what the
places of a picture mean."""

import csv
import re
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from overthink import lab
from overthink.core.errors import OverthinkError
from overthink.lab.workers.depth_curve import curve, describe, styles
from overthink.presets import PRESETS, games
from overthink.rules import BUILT_IN, RULES
from overthink.rules.rule import PALETTE
from tests.lab_browser import FRAMES, needs_browser

GAME = "#/tree?source=board-splitting&height=6&error=0.2&seed=152&depth=3&rule=minimax"


# --- what is worked out ---------------------------------------------------------------------------------------------


def test_the_end_of_the_game_is_named_where_it_is_seen() -> None:
    found = next(each for each in curve({"rules": "minimax", "height": "5"}) if each)
    assert (found["coin"], found["end"]) == (0.5, 5)
    noisy = next(each for each in curve({"subject": "top-down", "b": "2", "height": "5", "rules": "minimax"}) if each)
    assert noisy["end"] is None and 0 < noisy["coin"] < 1


@pytest.mark.parametrize("name", ["connect-four", "othello", "breakthrough", "domineering"])
def test_a_small_board_has_its_size_in_the_label(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The one whose positions are all searched, which is not the one that Play shows."""
    made: list[str] = []

    def state_space(game: Any, seconds: float) -> None:
        made.append(f"{game.rows} × {game.columns}")
        raise OverthinkError("The size is known.")

    monkeypatch.setattr(games, "state_space", state_space)
    with pytest.raises(OverthinkError):
        PRESETS[name].whole({}, lambda stage, share: None)  # type: ignore[misc]
    assert describe()[name]["label"] == f"{PRESETS[name].label}, {made[0]}, solved"


def test_the_look_of_a_rule_is_its_own() -> None:
    looks = styles()
    assert looks.keys() == RULES.keys()
    assert all(looks[name]["label"] == rule.label for name, rule in RULES.items())
    assert all(looks[name]["colour"] == rule.colour for name, rule in RULES.items() if rule.colour)
    for key in ("label", "colour"):
        assert len({looks[name][key] for name in BUILT_IN}) == len(BUILT_IN)


def light(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


def test_colours_of_rules_can_be_seen_on_light_and_dark_pages() -> None:
    text = (Path(lab.__file__).parent / "page" / "style.css").read_text(encoding="utf-8")
    blocks = [dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for block in text.split("}")]
    pages = [block for block in blocks if "khaki" in block]
    assert len(pages) == 2  # light and dark
    for page in pages:
        named = {**pages[0], **page}
        inks = {name: named[named[name][6:-1]] if named[name].startswith("var") else named[name] for name in PALETTE}
        assert len(set(inks.values())) == len(PALETTE)
        for name, ink in inks.items():
            low, high = sorted((light(ink), light(named["paper"])))
            assert (high + 0.05) / (low + 0.05) >= 3, (name, ink)


# --- colours and names ----------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@needs_browser
def test_a_colour_of_one_s_own_can_be_seen(page: Page) -> None:
    """It stays as it is where it can be seen, and is mixed with the ink of the page where it cannot."""
    page.goto("/#/docs")
    mixed = page.evaluate(
        """() => import("/common/theme.js").then(({ legible }) =>
          [legible("#123456", "#ffffff", "#1a1a1a"), legible("#123456", "#15171b", "#ececec")])"""
    )
    assert mixed[0] == "rgb(18, 52, 86)"
    seen = "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", mixed[1]))
    assert 3 <= (light(seen) + 0.05) / (light("#15171b") + 0.05) < 5


@pytest.mark.exhaustive
@needs_browser
def test_a_rule_has_one_name_and_one_colour(page: Page) -> None:
    page.goto("/#/depth-curve?rules=minimax,emm&height=5")
    says = page.locator(".says p")
    expect(says.nth(1)).to_contain_text("EMM")
    spots, inks = page.evaluate(
        """() => {
          const all = [...document.querySelectorAll(".says p .swatch")];
          return [all.map((each) => getComputedStyle(each).backgroundColor),
                  all.map((each) => getComputedStyle(each.parentElement).color)];
        }"""
    )
    own = dict(zip(("minimax", "EMM"), spots))
    assert len(set(own.values())) == 2
    assert set(inks) == {page.evaluate("getComputedStyle(document.body).color")}, "a verdict in another rule's colour"
    page.goto(f"/{GAME}&two=1&rule2=emm")
    for at, name in enumerate(("minimax", "EMM")):
        title = page.locator(".run-title").nth(at)
        expect(title).to_have_text(f"{name} · full-width")
        expect(title.locator(".swatch")).to_have_css("background-color", own[name])


# --- the curve ------------------------------------------------------------------------------------------------------


@needs_browser
def test_the_usual_curve_is_there_before_it_is_computed(fresh: Page) -> None:
    fresh.route("**/api/depth-curve/curve?*", lambda route: None)  # never answers
    fresh.goto("/#/depth-curve")
    expect(fresh.locator(".says")).to_have_count(2)
    expect(fresh.locator(".says p").first).to_contain_text("minimax: pathology. Depth 9 decides")
    expect(fresh.locator(".count")).to_contain_text("1,024 games that come with Overthink")
    fresh.goto("/#/docs")
    fresh.goto("/#/depth-curve?error=0.3")
    expect(fresh.locator(".old-note")).to_contain_text("computing")
    expect(fresh.locator(".says p")).to_have_count(0)


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.parametrize("link", ["depth-curve?rules=minimax&height=5", "map"])
def test_on_a_phone_a_slider_moves_what_is_in_sight(page: Page, link: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/#/{link}")
    expect(page.locator(".count")).to_contain_text(re.compile("games|observations"))
    for slider in page.locator(".controls input[type=range]").all():
        slider.scroll_into_view_if_needed()
        slider.focus()
        expect(slider).to_be_in_viewport()
        expect(page.locator(".picture")).to_be_in_viewport(ratio=0.6)
    assert page.locator(".picture").bounding_box()["height"] < 844 / 2  # type: ignore[index]


# --- the tree -------------------------------------------------------------------------------------------------------


@needs_browser
def test_undo_and_redo(page: Page) -> None:
    page.goto(f"/{GAME}")
    verdict = page.locator(".run-verdict").first
    expect(verdict).to_contain_text("Chosen: left half")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.get_by_label("Moves looked ahead").fill("1")
    expect(verdict).to_contain_text("Chosen: right half")
    page.locator("canvas").first.focus()
    page.keyboard.press("Control+z")
    expect(verdict).to_contain_text("Chosen: left half")
    expect(page.get_by_label("Moves looked ahead")).to_have_value("3")
    page.get_by_role("button", name="Redo").click()
    expect(verdict).to_contain_text("Chosen: right half")


@pytest.mark.exhaustive
@needs_browser
def test_the_facts_of_a_node_under_the_pointer(page: Page) -> None:
    page.goto(f"/{GAME}")
    expect(page.locator("canvas").first).to_have_attribute("data-drawn", re.compile(r"\d"))
    box = page.locator("canvas").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 36)
    expect(page.locator(".node-facts").first).to_contain_text("the root · Max")
    page.mouse.move(5, 5)
    expect(page.locator(".node-facts").first).to_be_hidden()


@pytest.mark.exhaustive
@needs_browser
def test_a_screen_reader_is_told_the_tree(page: Page) -> None:
    page.goto(f"/{GAME}")
    canvas = page.locator("canvas").first
    expect(page.locator(".run-verdict").first).to_contain_text("Chosen")
    expect(canvas).to_have_accessible_description(
        re.compile("A tree of 15 nodes, 3 moves deep. Chosen: left half.*Node 10")
    )
    canvas.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree-frame [role=status]").first).to_contain_text("Left half · Min: ")


# --- files, projector, definitions ----------------------------------------------------------------------------------


def saved(page: Page, kind: str) -> bytes:
    with page.expect_download() as download:
        page.locator(".exports").first.get_by_role("button", name=kind).click()
    assert download.value.suggested_filename.endswith(kind.lower())
    return Path(download.value.path()).read_bytes()


@needs_browser
def test_a_tree_is_saved(page: Page) -> None:
    page.goto(f"/{GAME}")
    expect(page.locator(".run-verdict").first).to_contain_text("Chosen: left half")
    expect(page.locator("canvas").first).to_have_attribute("data-drawn", re.compile(r"\d"))
    assert saved(page, "PNG").startswith(b"\x89PNG")
    picture = ElementTree.fromstring(saved(page, "SVG"))
    words = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("W") + words.count("L") >= 15 and any("★" in word for word in words)
    page.goto("/#/tree?example=emm-figure-3")  # where nodes have letters, their types are words
    expect(page.locator(".run-verdict").first).to_contain_text("Chosen: B")
    figure = ElementTree.fromstring(saved(page, "SVG"))
    texts = [each.text or "" for each in figure.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("D") == texts.count("G") and {"some win", "none win, own"} <= set(texts)
    page.goto(f"/{GAME}")
    expect(page.locator(".run-verdict").first).to_contain_text("Chosen: left half")
    head, *rows = csv.reader(saved(page, "CSV").decode().splitlines())
    assert head[:3] == ["node", "name", "mover"] and len(rows) == 15
    assert {row[head.index("seed")] for row in rows} == {"152"}  # every row carries its setting
    static, truth = head.index("static"), head.index("truth")
    assert [row[0] for row in rows if float(row[static]) != float(row[truth])] == ["10", "13"]


@pytest.mark.exhaustive
@needs_browser
def test_a_curve_is_saved(page: Page) -> None:
    page.goto("/#/depth-curve?rules=minimax&height=5")
    expect(page.locator(".picture .curve")).to_be_visible()
    head, *rows = csv.reader(saved(page, "CSV").decode().splitlines())
    assert head[:7] == ["rule", "depth", "mean", "low", "high", "n", "subject"]
    assert [row[1] for row in rows] == ["1", "3", "5"] and {row[head.index("height")] for row in rows} == {"5"}
    assert all(float(low) <= float(mean) <= float(high) for _, _, mean, low, high, *_ in rows)
    assert all(float(low) < float(mean) for _, depth, mean, low, *_ in rows if depth != "5")
    assert b"<svg" in saved(page, "SVG")
    assert saved(page, "PNG").startswith(b"\x89PNG")


@pytest.mark.exhaustive
@needs_browser
def test_a_projector(page: Page) -> None:
    page.goto(f"/{GAME}")
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    button = page.get_by_role("button", name="Projector")
    button.click()
    expect(button).to_have_text("Projector on")
    assert page.evaluate(size) > 1.2 * before
    expect(page.get_by_label("Moves looked ahead")).to_be_visible()  # one slider stays
    expect(page.get_by_label("Draw number")).to_be_hidden()
    expect(page.locator("canvas").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")  # it is kept
    page.keyboard.press("Alt+p")
    expect(page.get_by_label("Draw number")).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.exhaustive
@needs_browser
def test_terms_have_the_glossary_s_definitions(page: Page) -> None:
    page.goto("/#/map")
    term = page.locator(".intro .term", has_text="degree of pathology")
    expect(term).to_have_attribute("data-meaning", re.compile("decision error at depth i over that at depth j"))
    term.focus()
    assert page.evaluate("getComputedStyle(document.activeElement, '::after').content").startswith(
        '"The decision error'
    )


# --- for everybody --------------------------------------------------------------------------------------------------

AXE = Path(__file__).resolve().parent.parent / ".node" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """(options) => axe.run(document, {
  rules: { "label-content-name-mismatch": { enabled: true } }, ...options, resultTypes: ["violations"],
}).then((found) => found.violations)"""
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
    "story?step=2&a2=show": "Which guesses were wrong",
    "story?step=3": "Each guess is wrong once",
    "story?step=6": "always hurt",
    "tree?source=board-splitting&two=1": "· full-width",
    "simulations": "Simulation 40",
    "depth-curve": "games that come with",
    "map": "The black line",
    "play": "South",
    "play?game=8-puzzle&moves=up": "Move 2",
    "papers?study=emm/fig6": "holds",
    "doctor": "example",
    "votes": "best at 3 votes",
    "nets": "is to move",
    "docs?page=install.md": "Python 3.11 or later",
}


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


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make javascript")
def test_everybody_can_use_every_view(fresh: Page) -> None:
    """axe-core finds nothing wrong, light or dark, and no choice is cut off in its box."""
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
