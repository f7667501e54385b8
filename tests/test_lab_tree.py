"""The lab's tree view: what the server answers, and the page in a browser."""

import json
import re
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from playwright.sync_api import Page, expect

from overthink.evaluate.solved import artificial
from overthink.lab.workers.offers import examples
from overthink.lab.workers.trace import ENTER, LEAF, TEMPLATES, lines_of
from overthink.lab.workers.tree import MOST_NODES, choices, trace_tree
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.rules.rule import USUAL
from overthink.search import SEARCHES
from overthink.search.decide import decide
from tests.lab_browser import EMPTY, needs_browser
from tests.lab_process import Lab

KINDS = {"enter", "leaf", "back", "aggregate", "cut", "done", ""}


def answer(**given: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(trace_tree({name: str(value) for name, value in given.items()}))
    return found


# --- what is worked out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"source": "board-splitting", "depth": 5, "height": 7, "rule": "emm", "two": 1, "rule2": "minimax"},
        {"source": "board-splitting-natural", "b": 3, "depth": 3, "height": 4, "rule": "bayes"},
        {"source": "random-tree", "depth": 3, "rule": "minimax", "search": "alpha-beta"},
        {"source": "random-tree", "depth": 2, "p": 0.7, "rule": "expectation", "search": "star2"},
        {"source": "kalah", "depth": 3, "rule": "emm", "search": "pruned-emm"},
        {"source": "cops-and-robbers", "depth": 2, "p": 0.8, "rule": "expectation", "search": "bounded", "epsilon": 1},
        {"source": "chess-endgame", "depth": 1, "rule": "minimax"},
        {"source": "8-puzzle", "depth": 4, "rule": "minimin"},
    ],
)
def test_every_source(given: dict[str, Any]) -> None:
    found = answer(**given)
    tree = found["tree"]
    nodes = len(tree["mover"])
    assert len(tree["first"]) == nodes + 1 and tree["levels"][-1] == nodes <= MOST_NODES
    for name in ("utility", "static", "error", "truth"):
        assert len(tree[name]) == nodes
    assert len(found["runs"]) == 1 + (given.get("two") == 1)
    for run in found["runs"]:
        seen = {event[1] for event in run["events"] if event[0] in (ENTER, LEAF)}
        assert seen <= set(range(nodes)) and 0 in seen
        assert {kind for kind, _ in run["code"]} <= KINDS
    assert tree["moves"] == [] or len(tree["moves"]) == tree["first"][1]
    assert tree["boards"] == [] or len(tree["boards"]) == len(tree["mover"])


def test_the_top_of_a_tree_is_searched_like_the_whole() -> None:
    whole = artificial(0.2)(BoardSplittingModel(height=6).draw(3, 4), 3)
    for rule in ("minimax", "emm", "bayes"):
        ours, theirs = (decide(tree, rule=rule, depth=4) for tree in (whole.crop(4), whole))
        assert (ours.moves, ours.value, ours.error) == (theirs.moves, theirs.value, theirs.error)
    assert (whole.crop(4).truth == whole.truth[:31]).all()


def test_a_changed_leaf_changes_what_is_above_it() -> None:
    before, after = answer(), answer(edits="6:1")
    assert before["runs"][0]["error"] == pytest.approx(0.091) and before["runs"][0]["moves"] == [0]
    assert after["runs"][0]["error"] == pytest.approx(0.01) and after["runs"][0]["moves"] == [0, 1]
    finished = answer(example="bounded-figure-3", rule="minimax", edits="1:0,9:9")
    assert finished["runs"][0]["value"] == 8 and finished["tree"]["truth"][0] == 8  # the truth follows
    assert answer(example="bounded-figure-3", rule="minimax", edits="1:11")["tree"]["high"] == 11


@pytest.mark.parametrize("name", examples())
def test_every_example_has_its_setting(name: str) -> None:
    setting = examples()[name].setting
    found = answer(**{"example": name, **setting})
    assert len(found["runs"]) == 1 + (setting.get("two") == 1)
    assert found["tree"]["names"]


def test_every_rule_and_search_has_its_lines() -> None:
    assert all(rule.steps is not USUAL for rule in RULES.values())
    for search in SEARCHES.values():
        for rule in search.rules or RULES:
            kinds = [kind for kind, _ in lines_of(rule, search.name)]
            assert {"enter", "leaf", "back", "done"} <= set(kinds) <= KINDS
            assert ("cut" in kinds) == bool(search.rules)
    for search_name in TEMPLATES:
        kinds = [kind for kind, _ in lines_of("expectation", search_name)]
        assert {"enter", "leaf", "back", "done"} <= set(kinds) <= KINDS
        assert ("cut" in kinds) == (search_name != "full-width")
    assert [rule["name"] for rule in json.loads(choices())["rules"]] == [*RULES, "expectation"]


# --- abuse ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("source=board-splitting&height=12&depth=12&b=6", 4),
        ("source=random-tree&b=8&depth=12", 3),
        ("source=kalah&depth=12", 6),
        ("source=chess-endgame&depth=9", 3),
    ],
)
def test_a_tree_is_as_deep_as_fits(query: str, most: int) -> None:
    given = dict(part.split("=") for part in query.split("&"))
    found = json.loads(trace_tree({"rule": "minimax", **given}))
    assert 1 <= found["used"]["depth"] <= most and len(found["tree"]["mover"]) <= 4095


ABUSE = {
    "source=board-splitting&height=99": "'height' must be a whole number from 1 to 12",
    "depth=1e9": "'depth' must be a whole number",
    "depth=-1": "'depth' must be a whole number",
    "source=nonsense": "There is no source",
    "example=nonsense": "There is no example",
    "rule=nonsense": "There is no rule",
    "rule=vote&search=alpha-beta": "not sound for the rule",
    "source=random-tree&p=0.5&rule=minimax": "This tree has chance moves",
    "source=random-tree&p=0.5&depth=1&rule=expectation&search=naive": "naive rule",
    "example=minimax-figure-1&rule=emm": "only at its leaves",
    "rule=emm-true-types": "reads true values",
    "rule=expectation&search=bounded&epsilon=nan": "'epsilon' must be a number",
    "edits=1": "'value' must be a number",
    "edits=900:1": "'node' must be a whole number from 0 to 6",
    "edits=1:inf": "'value' must be a number",
    "edits=1:__import__('os')": "'value' must be a number",
    "two=yes": "There is no two",
}


def test_abuse_is_refused_in_a_sentence(lab: Lab) -> None:
    with httpx.Client(base_url=lab.address, headers=lab.headers, timeout=60, verify=False) as client:
        for query, sentence in ABUSE.items():
            said = client.get(f"/api/tree/trace?{query}")
            assert (said.status_code, sentence in said.json()["error"]) == (400, True), (query, said.text)
        assert client.get("/api/tree/trace").json()["runs"][0]["error"] == pytest.approx(0.091)
        assert client.get("/api/tree/choices").json()["examples"][0]["name"] == "emm-figure-3"


# --- in the browser -------------------------------------------------------------------------------------------------


QUIET = 4000  # milliseconds after which nothing moves: what changed is marked for two seconds and a bit a ply


def opened(page: Page, link: str = "#/tree") -> None:
    """The tree, drawn."""
    page.goto(f"/{link}")
    page.locator(".step-count").filter(has_text="/").first.wait_for()
    expect(page.locator("canvas").first).to_have_attribute("data-drawn", re.compile(r"\d"))


def picture(page: Page, which: int = 0) -> str:
    """The pixels of a canvas, once nothing moves. The page's clock is the test's own."""
    page.clock.run_for(QUIET)
    found: str = page.evaluate(f"document.querySelectorAll('.tree-frame canvas')[{which}].toDataURL()")
    return found


@needs_browser
def test_stepping_through_figure_3(page: Page) -> None:
    """Step by step: B's search is error .19, its own evaluation with .1; A ends with .091."""
    opened(page)
    page.get_by_role("button", name="|◀").click()
    said = page.locator(".step-says").first
    now = page.locator(".code li.now")
    expect(said).to_have_text("The search has not started.")
    heard = []
    for step in range(1, 20):
        page.get_by_role("button", name="Step ▶", exact=True).click()
        expect(page.locator(".step-count")).to_have_text(f"{step} / 19")
        heard.append((said.inner_text(), now.first.inner_text().strip()))
    assert heard[0] == ("Enter A, where Max moves.", "look(node, moves):")
    assert heard[6] == ("The search gives B the value W, error .19.", "error ← lost if val is a win, else won")
    assert heard[7][0] == (
        "B is worth W, error .1: its own guess has a smaller error than the search below it, and replaces it."
    )
    assert heard[18][0] == "A is worth W, error .091."
    expect(page.locator(".run-verdict").first).to_have_text(
        "Chosen: B. Value W, error .091; 7 nodes seen, 4 of them leaves."
    )
    page.get_by_role("button", name="◀ Step", exact=True).click()
    expect(said).to_contain_text("The search gives A")
    for count in ("19 / 19", "1 / 19"):  # from the end, the first
        page.get_by_role("button", name="Step ▶", exact=True).click()
        expect(page.locator(".step-count")).to_have_text(count)


@pytest.mark.exhaustive
@needs_browser
def test_a_leaf_is_changed_by_a_click(alone: Page) -> None:
    alone.clock.install()
    opened(alone)
    before = picture(alone)
    box = alone.locator("canvas").first.bounding_box()
    assert box
    x = alone.evaluate("document.querySelector('canvas').clientWidth")
    alone.mouse.click(box["x"] + 26 + (x - 52) * 7 / 8, box["y"] + box["height"] - 58)
    field = alone.get_by_label("Value of G, to Max")
    field.fill("1")
    alone.get_by_role("button", name="Set", exact=True).click()
    expect(alone.locator(".run-verdict").first).to_contain_text("Value W, error .01;")
    expect(alone).to_have_url(re.compile("edits=6%3A1"))
    assert picture(alone) != before
    alone.get_by_role("button", name="Reset leaves").click()
    expect(alone.locator(".run-verdict").first).to_contain_text("error .091;")


@pytest.mark.exhaustive
@needs_browser
def test_a_link_holds_the_whole_picture(alone: Page) -> None:
    """Leaves changed, two rules, a step, a zoom: the same pixels in a new page."""
    alone.clock.install()
    opened(
        alone, "#/tree?source=board-splitting&depth=5&height=7&two=1&rule2=minimax&search2=alpha-beta&edits=40:1,41:-1"
    )
    alone.locator("canvas").first.focus()
    for key in ("Home", ".", ".", "n", "n", "n", "+", "+", "ArrowDown", "ArrowDown", "ArrowRight"):
        alone.keyboard.press(key)
    one = [picture(alone, which) for which in (0, 1)]
    link = alone.evaluate("location.hash")
    assert all(f"{name}=" in link for name in ("edits", "step", "zoom", "centre", "node", "rule2"))
    alone.goto(EMPTY)
    opened(alone, link)
    other = [picture(alone, which) for which in (0, 1)]
    assert one == other
    assert parse_qs(alone.evaluate("location.hash")) == parse_qs(link)


@needs_browser
def test_a_link_that_asks_too_much(frank: Page) -> None:
    """A link gets what fits, and a sentence about what means nothing."""
    frank.goto("/#/tree?source=random-tree&b=8&depth=11&zoom=-3&node=x&step=-5&centre=nonsense&two=7")
    expect(frank.locator("#notice")).to_contain_text("two=7")
    expect(frank.get_by_label("Moves looked ahead")).to_have_value("3")
    frank.get_by_label("Moves looked ahead").fill("2")
    expect(frank.locator(".step-count")).to_have_text("0 / 154")


@needs_browser
def test_two_rules_side_by_side(page: Page) -> None:
    opened(page, "#/tree?source=board-splitting&seed=3")
    assert page.locator(".tree-frame:visible").count() == 1
    page.get_by_label("Two side by side").check()
    expect(page.locator(".run-title").nth(1)).to_have_text("minimax · full-width")
    assert page.locator(".tree-frame:visible").count() == 2
    page.get_by_label("Search", exact=True).nth(1).select_option("alpha-beta")
    expect(page.locator(".run-title").nth(1)).to_have_text("minimax · alpha-beta")
    full, pruned = (
        int(page.locator(".run-verdict").nth(i).inner_text().split(" nodes")[0].split()[-1]) for i in (0, 1)
    )
    assert pruned < full


@pytest.mark.exhaustive
@needs_browser
def test_everything_by_the_keyboard(alone: Page) -> None:
    alone.clock.install()
    opened(alone)
    alone.locator("canvas").first.focus()
    for key in ("Home", "n"):
        alone.keyboard.press(key)
    expect(alone.locator(".step-says").first).to_contain_text("D: the search stops here")
    alone.keyboard.press("End")
    for key in ("ArrowDown", "ArrowDown"):
        alone.keyboard.press(key)
    expect(alone.locator(".facts dd").first).to_contain_text("leaf")
    alone.keyboard.press("Enter")
    alone.keyboard.type("-1")
    alone.keyboard.press("Enter")
    expect(alone).to_have_url(re.compile("edits="))
    expect(alone.locator(".says")).to_contain_text(re.compile("changed: . is now L"))
    alone.keyboard.press("Home")
    alone.clock.pause_at(alone.evaluate("Date.now() + 1000"))
    alone.keyboard.press(" ")
    for step in ("1", "2"):
        alone.clock.run_for(450)  # the pace of Play
        alone.clock.run_for(20)
        expect(alone.locator("canvas").first).to_have_attribute("data-drawn", step)
    alone.keyboard.press(" ")
    alone.clock.run_for(QUIET)
    expect(alone.locator("canvas").first).to_have_attribute("data-drawn", "2")


@pytest.mark.exhaustive
@needs_browser
def test_four_thousand_nodes_are_smooth(page: Page) -> None:
    """Whatever step the slider is moved to, the next frame shows it."""
    opened(page, "#/tree?source=board-splitting&depth=11&height=11&rule=emm")
    page.locator("canvas").first.focus()
    drawn = page.evaluate(
        """async () => {
          const slider = document.querySelector('.steps input'), drawn = [];
          for (let i = 0; i <= 40; i++) {
            slider.value = String(Math.round(Number(slider.max) * (40 - i) / 40));
            slider.dispatchEvent(new Event('input'));
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            drawn.push([document.querySelector('canvas').dataset.drawn, slider.value]);
          }
          return drawn;
        }"""
    )
    assert len({step for step, _ in drawn}) == 41 and all(step == asked for step, asked in drawn)
    page.keyboard.press("End")


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.parametrize(
    "link", ["example=bounded-figure-3", "example=althofer-cut", "source=random-tree&p=0.8&depth=2", "source=kalah"]
)
def test_other_trees(page: Page, link: str) -> None:
    opened(page, f"#/tree?{link}")
    expect(page.locator(".run-verdict").first).to_contain_text("nodes seen")
