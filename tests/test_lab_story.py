"""The lab's first view: its numbers are those of the code, and its six steps fit and have links.

`tests/test_wheel.py` goes through them by mouse and by keyboard, in the lab as it is installed."""

import importlib.util
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from overthink.core.plain import to_json
from overthink.evaluate.solved import artificial
from overthink.lab.views import PAGE
from overthink.lab.workers.play import think
from overthink.lab.workers.trace import DONE, LEAF
from overthink.lab.workers.tree import trace_tree
from overthink.measure.accuracy import accuracy
from overthink.models.board_splitting import BoardSplittingModel
from tests.lab_browser import EMPTY, needs_browser
from tests.story_walks import STEPS, cut_twice, headline


@pytest.fixture(scope="module")
def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGE / "views" / "story" / "story.json").read_text("utf-8"))
    return found


# --- the numbers ----------------------------------------------------------------------------------------------------


def test_the_small_game_is_the_code_s(shipped: dict[str, Any]) -> None:
    game = shipped["game"]
    place = Path(__file__).resolve().parent.parent / "docs" / "story_numbers.py"
    spec = importlib.util.spec_from_file_location("story_numbers", place)
    assert spec and spec.loader
    spec.loader.exec_module(story := importlib.util.module_from_spec(spec))
    assert game == json.loads(to_json(story.small_game()))
    assert [node for node in range(7, 15) if game["wrong"][node] <= 0.2] == [10, 13]
    assert {name: found["setting"] for name, found in shipped["curves"].items()} == story.CURVES


def test_play_has_the_same_board_and_errs_there(shipped: dict[str, Any]) -> None:
    """The door to Play: three moves ahead, Max keeps the half that loses."""
    found = think({"game": "board-splitting", "height": "6", "seed": "152", "depth": "3", "rule": "minimax"})
    assert (found["move"], found["right"]) == ("0", ["1"])


def test_the_many_games_are_the_curve_s(shipped: dict[str, Any]) -> None:
    """The first 256 of them, drawn without the lab, lie around the shipped curve; the last depth sees the end."""
    points = shipped["curves"]["many"]["rules"]["minimax"]
    assert shipped["curves"]["many"]["n"] == 32768 and [point["depth"] for point in points] == [1, 3, 5, 7, 9, 11]
    tree = artificial(0.2)(BoardSplittingModel(11, 2, 0.5).draw(0, 256, 0), 0)
    for point in points:
        part = accuracy(tree, "minimax", [point["depth"]])[point["depth"]]
        assert abs(part.mean - point["mean"]) < part.high - part.low
    means = [point["mean"] for point in points]
    assert means[:-1] == sorted(means[:-1], reverse=True) and means[-1] == 1.0


# --- in the browser -------------------------------------------------------------------------------------------------


@needs_browser
def test_the_lab_opens_on_the_story(fresh: Page) -> None:
    fresh.goto("/")
    headline(fresh, 1)
    expect(fresh.locator("header nav a[aria-current]")).to_have_text("Story")
    cut_twice(fresh)
    expect(fresh.locator(".stage")).to_contain_text("keeps the right half, which wins")
    expect(fresh.locator(".stage")).not_to_contain_text("which loses")
    fresh.locator(".cover").click()  # it is the button that shows the answer
    expect(fresh.locator(".stage")).to_contain_text("keeps the left half, which loses")
    assert "a1=show" in fresh.url


BEATS = """() => [...[...document.querySelectorAll(".story-panel")].at(-1).querySelectorAll(".node")].map((node) => {
  const { animationName, animationDuration } = getComputedStyle(node.querySelector(".badge"));
  return animationName === "none" ? 0 : Math.round(1000 * parseFloat(animationDuration));
})"""


@pytest.mark.exhaustive
@needs_browser
def test_guesses_come_one_at_a_time_and_values_climb(fresh: Page) -> None:
    """400 milliseconds each; at once if the reader wants less motion, or comes back."""
    for motion, beat in (("no-preference", 400), ("reduce", 0)):
        fresh.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        fresh.goto(EMPTY)
        fresh.goto("/")
        cut_twice(fresh)
        assert fresh.evaluate(BEATS) == [3 * beat, beat, 2 * beat]
        fresh.locator(".cover").click()
        plies = [[11], [10] * 2, [9] * 4, [*range(1, 9)]]
        assert fresh.evaluate(BEATS) == [beat * at for ply in plies for at in ply]
    fresh.emulate_media(reduced_motion="null")
    fresh.goto(EMPTY)
    fresh.goto("/#/story?a1=show")
    expect(fresh.locator(".stage")).to_contain_text("which loses")
    assert not any(fresh.evaluate(BEATS))


@needs_browser
def test_the_story_comes_alone(fresh: Page) -> None:
    """The other views wait behind a button until it ends, so that three tab stops lead to the first control."""
    tree = fresh.locator("header nav a", has_text="Tree")
    fresh.goto("/")
    headline(fresh, 1)
    expect(tree).to_be_hidden()
    for stop in ("#skip", "#more", "main .view *"):
        fresh.keyboard.press("Tab")
        expect(fresh.locator(":focus")).to_have_count(1)
        assert fresh.evaluate("(stop) => document.activeElement.matches(stop)", stop)
    fresh.get_by_role("button", name="Tools").click()
    expect(tree).to_be_visible()
    fresh.get_by_role("button", name="Tools").click()
    fresh.goto("/#/story?step=6")
    expect(tree).to_be_hidden()
    fresh.locator(".answers [data-answer]").first.click()
    expect(tree).to_be_visible()


@needs_browser
def test_a_link_holds_step_and_answers(page: Page) -> None:
    page.goto("/#/story?step=4&a1=wins&a4=80-82-85-90-95-100")
    headline(page, 4)
    expect(page.locator(".truth")).to_contain_text("Not this time. It goes down: from 79.9%")
    expect(page.locator(".dots .done")).to_have_count(2)
    for odd in ("step=99", "step=-1", "step=x&a1=constructor", "step=constructor&a2=9-9-x"):
        page.goto(f"/#/story?{odd}")
        expect(page.locator(".story h1")).to_be_visible()


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.parametrize("step", STEPS)
def test_it_fits(page: Page, step: int) -> None:
    """No scrolling on a projector; elsewhere only down, with the bar always in sight, and answers above it."""
    page.goto(f"/#/story?step={step}&a{step}=show")
    headline(page, step)
    expect(page.locator(".story-bar .next")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Alt+p")
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    page.keyboard.press("Alt+p")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => document.documentElement.scrollWidth <= 390")
    expect(page.locator(".story-bar .next")).to_be_in_viewport(ratio=1)
    for link in page.locator(".tool, .doors a").all():
        assert re.match(r"#/(tree|depth-curve|map|play|papers|doctor)", str(link.get_attribute("href")))


SMALLEST = """() => [...document.querySelectorAll(".story *")].flatMap((each) => {
  const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!own || !each.getClientRects().length || each.closest(".spoken")) return [];
  const scale = each.getScreenCTM ? Math.hypot(each.getScreenCTM().a, each.getScreenCTM().b) : 1;
  return scale * parseFloat(getComputedStyle(each).fontSize) < 13.9 ? [each.textContent] : [];
})"""


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.parametrize("size", [(390, 844), (1280, 720), (3840, 2160)])
def test_words_are_large_and_answers_in_sight(page: Page, size: tuple[int, int]) -> None:
    """Nothing below 14 pixels; whatever is asked can be answered without scrolling."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for step in STEPS:
        page.goto(EMPTY)
        page.goto(f"/#/story?step={step}")
        headline(page, step)
        for answer in page.locator(".answers button:visible").all():
            expect(answer).to_be_in_viewport(ratio=1)
        assert page.evaluate(SMALLEST) == []
        page.goto(f"/#/story?step={step}&a{step}=show")
        expect(page.locator(".truth p").first).to_be_visible()
        assert page.evaluate(SMALLEST) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


READ = """() => {
  const node = (each) => [each.matches(".win") ? 1 : -1, Boolean(each.querySelector(".wrong-mark"))];
  const texts = (kind) => [...document.querySelectorAll(kind)].map((each) => each.textContent);
  return { nodes: [...document.querySelectorAll(".story-tree .node")].map(node), chosen: texts(".move.chosen"),
           said: texts(".truth p"), asked: texts(".question h2")[0], taught: texts(".teaching p")[0] };
}"""
MOVE = """([name, value]) => {
  const all = [...document.querySelectorAll(".control")];
  const input = all.find((each) => each.textContent.includes(name)).querySelector("input");
  input.value = value;
  input.dispatchEvent(new Event("input"));
}"""


def true_values(pieces: str) -> list[int]:
    """Who wins each node of the small game, from its pieces."""
    worth = [0] * 63 + [1 if piece == "1" else -1 for piece in pieces]
    for node in reversed(range(63)):
        worth[node] = (min if (node + 1).bit_length() % 2 == 0 else max)(worth[2 * node + 1 : 2 * node + 3])
    return worth


def check_sentences(seen: dict[str, Any], truth: list[int], depth: int) -> str:
    """Everything that step 2 says is what its tree shows. Returns what comes of it."""
    nodes, (said, now) = seen["nodes"], seen["said"]
    total = 2**depth
    assert len(nodes) == 2 * total - 1
    assert [mark for _, mark in nodes] == [value != true for (value, _), true in zip(nodes, truth)]
    wrong = [place for place, (_, mark) in enumerate(nodes[total - 1 :], 1) if mark]
    first, *halves = re.sub("You found .*? guesses[.] ", "", said).rstrip(".").split(". ")
    if depth == 6:
        assert first == "Every line ends: no guess is needed"
    elif not wrong:
        assert first == f"All {total} guesses are right"
    elif len(wrong) > 4:
        assert first == f"{len(wrong)} of {total} guesses are wrong"
    else:
        named = re.fullmatch(rf"Of {total} guesses, (.*) (?:is|are) wrong", first)
        assert named and [int(place) for place in re.findall(r"the (\d+)(?:st|nd|rd|th)", named[1])] == wrong, first
    mistaken = [
        (name, nodes[at][0]) for at, name in ((1, "left half"), (2, "right half")) if nodes[at][1] and depth > 1
    ]
    assert len(halves) == len(mistaken), said
    for sentence, (name, value) in zip(halves, mistaken):
        assert re.search(rf"the {name} looks? {'won' if value > 0 else 'lost'}", sentence, re.IGNORECASE), sentence
        culprit = re.match(r"The (\d+)\w\w makes", sentence)
        below = [place for place in wrong if (place > total // 2) == (name == "right half")]
        assert below == [int(culprit[1])] if culprit else len(below) != 1, sentence
    if len(seen["chosen"]) == 2:
        assert now == "Max sees no difference and tosses a coin."
        return "a coin toss"
    wins = truth[1 + ["left half", "right half"].index(seen["chosen"][0])] > 0
    assert now == f"Max keeps the {seen['chosen'][0]}, which {'wins' if wins else 'loses'}."
    return "right" if wins else "wrong"


@pytest.mark.exhaustive
@needs_browser
def test_every_sentence_says_what_is_drawn(page: Page, shipped: dict[str, Any]) -> None:
    """At every place of both sliders, and after random guesses were turned around."""
    truth = true_values(shipped["game"]["pieces"])
    dice = Random(49)
    page.goto("/#/story?step=2")
    headline(page, 2)
    assert (
        page.evaluate(READ)["asked"] == "Six of these eight guesses are right. Press the two that you think are wrong."
    )
    page.goto("/#/story?step=2&a2=1-4")
    expect(page.locator(".now")).to_be_visible()
    seen = page.evaluate(READ)
    assert seen["said"][0].startswith(
        "You found one of the wrong guesses. Of 8 guesses, the 4th and the 7th are wrong."
    )
    found: dict[str, list[str]] = {}
    for depth in range(1, 7):
        page.evaluate(MOVE, ["Moves looked ahead", depth])
        for error in (step / 20 for step in range(11)):
            page.evaluate(MOVE, ["Wrong guesses", error])
            came = check_sentences(page.evaluate(READ), truth, depth)
            if error == 0.2:
                found.setdefault(came, []).append(str(depth))
            if depth == 6:
                continue
            for leaf in dice.sample(range(1, 2**depth + 1), min(3, 2**depth)):
                page.locator(f'[data-leaf="{leaf}"]').dispatch_event("click")
                check_sentences(page.evaluate(READ), truth, depth)
    for came, depths in found.items():
        listed = " and ".join([", ".join(depths[:-1]), depths[-1]] if len(depths) > 1 else depths)
        assert f"{listed} {'are' if len(depths) > 1 else 'is'} {came}" in seen["taught"]
    assert len(found) == 3


@pytest.mark.exhaustive
@needs_browser
def test_the_other_steps_say_what_is_drawn(page: Page, shipped: dict[str, Any]) -> None:
    """The answer that is marked right follows from what is drawn."""
    truth = true_values(shipped["game"]["pieces"])
    curves = shipped["curves"]
    for step in (1, 5):
        page.goto(f"/#/story?step={step}&a{step}=show")
        headline(page, step)
        for figure in page.locator(".story-panel:has(.move)").all():
            (chosen,) = figure.locator(".move.chosen").all_text_contents()
            wins = truth[1 + ["left half", "right half"].index(chosen)] > 0
            says = f"{'✓' if wins else '✗'} keeps the {chosen}, which {'wins' if wins else 'loses'}"
            expect(figure.locator("figcaption")).to_have_text(says)
    page.goto("/#/story?step=1&a1=show")
    headline(page, 1)
    deep = page.locator(".story-panel .move.chosen").last.text_content()
    expect(page.locator(".answers .right")).to_have_text(f"The {deep}")
    page.goto("/#/story?step=6&a6=show")
    better = {
        kind
        for kind in ("alike", "scattered")
        if curves[kind]["rules"]["minimax"][-2]["low"] > curves[kind]["rules"]["minimax"][0]["high"]
    }
    right = {0: "neither", 2: "both"}.get(len(better)) or min(better)
    expect(page.locator(".answers .right")).to_have_attribute("data-answer", right)


@pytest.mark.exhaustive
@needs_browser
@pytest.mark.parametrize(("depth", "error"), [(1, 0.2), (3, 0.2), (3, 0.35), (4, 0.1), (5, 0.5), (6, 0.5)])
def test_the_story_s_tree_is_the_tool_s(page: Page, depth: int, error: float) -> None:
    """Moved to another depth and error, the story's own tree shows what the view Tree computes, and marks what is
    wrong."""
    asked = {"source": "board-splitting", "height": "6", "seed": "152", "rule": "minimax"}
    trace = json.loads(trace_tree({**asked, "depth": str(depth), "error": str(error)}))
    (run,), tree = trace["runs"], trace["tree"]
    worth = {event[1]: event[2] for event in run["events"] if event[0] in (LEAF, DONE)}
    page.goto("/#/story?step=2&a2=show")
    page.get_by_label("Moves looked ahead").fill(str(depth))
    page.get_by_label("Wrong guesses").fill(str(error))
    shown = page.locator(".story-tree .node").evaluate_all(
        "all => all.map((node) => [node.matches('.win') ? 1 : -1, Boolean(node.querySelector('.wrong-mark'))])"
    )
    assert shown == [[worth[node], worth[node] != tree["truth"][node]] for node in range(len(worth))]
    expected = ["left half, which loses"] if run["moves"] == [0] else ["right half, which wins"]
    expect(page.locator(".now")).to_contain_text("tosses a coin" if len(run["moves"]) > 1 else expected[0])


@pytest.mark.exhaustive
@needs_browser
def test_a_reader_draws_the_curve(page: Page) -> None:
    page.goto("/#/story?step=4")
    box = page.locator(".drawable").bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 0.15 * box["height"], steps=3)
    page.mouse.up()
    page.locator(".handle").first.press("ArrowDown")
    shares = [int(str(each.get_attribute("aria-valuenow"))) for each in page.locator(".handle").all()]
    assert shares == sorted(shares) and shares[-1] > shares[0] + 20
    page.get_by_role("button", name="Compare my curve").click()
    expect(page.locator(".own-curve")).to_be_visible()
    expect(page.locator(".truth")).to_contain_text("Not this time.")
    assert "-".join(map(str, shares)) in page.url


@pytest.mark.exhaustive
@needs_browser
def test_words_light_what_they_speak_of(page: Page) -> None:
    page.goto("/#/story?step=2&a2=show")
    page.get_by_role("button", name="7th").hover()
    expect(page.locator('.lit[data-node="13"]')).to_have_count(1)
    page.get_by_role("button", name="4th").focus()
    expect(page.locator('.lit[data-node="10"]')).to_have_count(1)


@pytest.mark.exhaustive
@needs_browser
def test_the_tools_show_what_the_story_shows(page: Page) -> None:
    page.goto("/#/story?step=1&a1=show")
    page.locator(".tool").click()
    page.get_by_role("button", name="▶|").click()
    expect(page.locator(".run-verdict").first).to_contain_text("✗ Truly best: right half")
    page.goto("/#/story?step=3&a3=show")
    page.locator(".tool").click()
    expect(page.locator(".position")).to_be_visible()
    page.goto("/#/story?step=5&a5=show")
    page.locator(".tool").first.click()
    expect(page.locator(".run-verdict").nth(1)).to_contain_text("✓ This is truly best")
    page.goto("/#/story?step=6")
    page.locator(".doors a", has_text="Play").click()
    expect(page.locator(".played-moves")).to_contain_text("left half")
    expect(page.locator(".squares span:not(.gone)")).to_have_count(32)
