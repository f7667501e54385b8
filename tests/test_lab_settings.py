"""Nothing on the page stands beside a setting that it does not belong to: a walk at random through the views, which
changes settings while answers are late, come in another order or are refused. OVERTHINK_WALK=300 walks for this many
seconds."""

import os
import random
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from overthink.lab.workers import depth_curve, simulations, tree
from overthink.lab.workers.offers import Offer
from tests.lab_browser import needs_browser, watched
from tests.lab_process import Lab

pytestmark = needs_browser
SECONDS = float(os.environ.get("OVERTHINK_WALK", "6"))
VIEWS = (
    "depth-curve?height=5&rules=minimax,emm",
    "tree?source=board-splitting&depth=4",
    "simulations",
    "map",
    "play?game=board-splitting&height=6&min=minimax",
    "papers?study=emm/fig6",
    "votes",
    "nets",
    "doctor?pits=2&seeds=1&depth=2&rules=minimax&truth=7",
)
TABLES = [
    "".join(["task,beam,score\n", *(f"{n},{beam},{n - beam}\n" for n in range(20) for beam in beams)]).encode()
    for beams in ((1, 2), (1, 2, 4), ())
]
# Answers are late and some are refused. What was asked and answered is kept.
FETCH = """() => {
  const real = window.fetch;
  window.answered = [];
  window.fetch = async (url, options) => {
    const [path, query] = String(url).split("?");
    const late = /(curve|trace|cube|position|think|study|votes|best|examine|table)$/.test(path);
    if (!late) return real(url, options);
    await new Promise((done) => setTimeout(done, 250 * Math.random()));
    options?.signal?.throwIfAborted();
    if (window.refusing && Math.random() < 0.08) {
      return new Response(JSON.stringify({ error: "Refused by the test." }), { status: 400 });
    }
    const response = await real(url, options);
    const copy = response.clone();
    copy.text().then((body) => window.answered.push([path, query, body]), () => {});
    return response;
  };
}"""
# A random change of a random control.
CHANGE = """([which, value]) => {
  const kinds = "main .controls :is(select, input:not([type=file])), main .studies button, .doctor .controls button";
  const all = [...document.querySelectorAll(kinds)].filter((each) => each.offsetParent && !each.disabled);
  const it = all[Math.floor(which * all.length)];
  if (!it) return "nothing";
  if (it.matches("button")) it.click();
  else if (it.type === "checkbox") it.click();
  else if (it.matches("select")) {
    const before = it.selectedIndex;
    it.selectedIndex = Math.floor(value * it.options.length);
    if (it.selectedIndex !== before) it.dispatchEvent(new Event("change"));
  } else if (it.type === "range") {
    it.value = Number(it.min) + value * (it.max - it.min);
    it.dispatchEvent(new Event("input"));
  } else {
    it.value = Math.floor(value * 20);
    it.dispatchEvent(new Event("change"));
  }
  return `${it.labels?.[0]?.textContent ?? it.textContent} = ${it.checked ?? it.value}`;
}"""
# What is wrong now: shown and not dimmed beside other settings than the controls have.
WRONG = """(names) => [...document.querySelectorAll("main .answer")].flatMap((box) => {
  const wrong = [];
  const { answer, of } = box.dataset;
  const parts = [...box.children].filter((each) => !each.matches(".old-note"));
  const seen = parts.filter((each) => getComputedStyle(each).visibility === "visible" && each.offsetParent);
  if (answer === "none" && seen.length) wrong.push("what has no answer is shown");
  const bright = seen.some((each) => getComputedStyle(each).opacity > 0.5);
  if (answer === "old" && bright) wrong.push("what is old is not dimmed");
  if (answer !== "new" && !box.querySelector(".old-note").textContent) wrong.push("nothing says that it is old");
  if (answer !== "new") return wrong;
  const setting = Object.fromEntries(JSON.parse(of));
  const same = (one, other) => one === other || Number(one) === Number(other);
  for (const control of box.parentElement.querySelectorAll(".controls .control")) {
    if (!control.offsetParent || (control.closest("fieldset") && !control.closest(".doctor"))) continue;
    const name = names[control.querySelector("label").textContent];
    const value = control.querySelector("select, input").value;
    const differs = name && name in setting && !same(setting[name], value);
    if (differs) wrong.push(`${name}: ${setting[name]} is shown, ${value} is set`);
  }
  const current = document.querySelector(".studies [aria-current]")?.dataset.study;
  if (current && setting.study !== current) wrong.push(`${setting.study} is shown, ${current} is chosen`);
  const positions = document.querySelector("textarea")?.value;
  if ("text" in setting && setting.text !== positions) wrong.push("a report on other positions");
  const text = box.innerText;
  const bodies = window.answered.filter(([path, query]) => Object.entries(setting).every(([name, value]) => {
    const asked = new URLSearchParams(query).get(name);
    return asked === null || same(asked, value);
  }));
  const count = /([\\d,]+) (games|positions) in/.exec(text)?.[1].replaceAll(",", "");
  const curves = bodies.filter(([path]) => path.endsWith("curve")); // those that came to their end
  const counted = curves.some(([, , body]) => new RegExp(`"n": ?${count},`).test(body));
  if (count && curves.length && !counted) wrong.push("a count of another answer");
  const nodes = /([\\d,]+) nodes seen/.exec(text)?.[1].replaceAll(",", "");
  const trees = bodies.filter(([path]) => path.endsWith("tree/trace"));
  const sizes = trees.flatMap(([, , body]) => (JSON.parse(body).runs ?? []).map((run) => run.internal + run.leaves));
  if (nodes && sizes.length && !sizes.includes(Number(nodes))) wrong.push(`${nodes} nodes of another tree`);
  return wrong;
})"""


@pytest.fixture
def late(browser: Browser, lab: Lab) -> Iterator[Page]:
    """A page whose answers are late, and some refused."""
    with watched(browser, lab) as (found, wrong):
        found.add_init_script(f"({FETCH})()")
        yield found
        assert not [line for line in wrong if "400" not in line], wrong


def names() -> dict[str, str]:
    """The names of settings, by the labels of their controls."""
    offers: list[Offer] = [*tree.offers().values()]
    parameters = [*(each for subject in depth_curve.subjects().values() for each in subject.sliders)]
    parameters += [each for offer in offers for each in offer.parameters]
    known = {each.label: each.name for each in parameters}
    known |= {each["label"]: each["name"] for each in simulations.choices()["parameters"]}
    known |= {"Pits per side": "pits", "Seeds per pit": "seeds", "Depths 1 to": "depth", "Truth": "truth"}
    known |= {
        "Effort": "knob",
        "Question": "task",
        "Score": "score",
        "Their tails": "tail",
        "Levels of the score": "levels",
    }
    known |= {"Share of easy questions, α": "share", "Hard ones: right with p₂": "hard"}
    known |= {"Largest number of votes": "votes", "Net": "net", "Rule": "rule"}
    own = {"Model or game": "subject", "Depths": "depths", "Seed": "seed", "Tree": "source", "Example": "example"}
    return known | own | {"Moves looked ahead": "depth", "Draw number": "seed", "Model": "model", "Slice by": "slice"}


@pytest.mark.exhaustive
@pytest.mark.timeout(SECONDS + 240)
def test_nothing_stands_beside_another_setting(late: Page) -> None:
    dice = random.Random(0)
    known = names()
    end = time.monotonic() + SECONDS
    walked = list[str]()
    while time.monotonic() < end:
        view = VIEWS[len(walked) % len(VIEWS)] if SECONDS < 60 else dice.choice(VIEWS)
        late.goto(f"/#/{view}")
        late.locator("main .answer[data-answer=new]").first.wait_for()
        late.evaluate("() => { window.refusing = true; }")
        for _ in range(dice.randint(3, 12)):
            walked.append(f"{view}: {late.evaluate(CHANGE, [dice.random(), dice.random()])}")
            if view.startswith("doctor") and dice.random() < 0.2:
                table = {"name": "own.csv", "mimeType": "", "buffer": dice.choice(TABLES)}
                late.locator("input[type=file]").set_input_files(table)  # type: ignore[arg-type]
            for wait in (0, dice.choice([0, 30, 120, 500])):
                late.wait_for_timeout(wait)
                wrong = late.evaluate(WRONG, known)
                assert not wrong, "\n".join([*wrong, *walked[-8:]])
        late.evaluate("() => { window.refusing = false; window.answered = []; }")
    assert len(walked) > 10


def test_another_game_takes_the_verdict_away(page: Page) -> None:
    page.goto("/#/depth-curve?rules=minimax&height=5")
    verdict = page.locator(".says").first
    expect(verdict).to_contain_text("minimax:")
    page.route("**/api/depth-curve/curve?*", lambda route: None)  # the next answer never comes
    page.get_by_label("error e of the evaluator").press("ArrowRight")
    assert page.locator(".answer").get_attribute("data-answer") == "old"
    expect(page.locator(".old-note")).to_contain_text("another setting")
    page.get_by_role("button", name="CSV").click()
    expect(page.locator("#notice")).to_contain_text("belongs to another setting")
    page.get_by_label("Model or game").select_option("top-down")
    expect(verdict).to_be_hidden()
    expect(page.locator(".picture svg")).to_be_hidden()
    page.goto("/#/docs")


def test_what_is_refused_is_not_shown(frank: Page) -> None:
    frank.goto("/#/tree?source=board-splitting&depth=3")
    expect(frank.locator(".run-verdict").first).to_contain_text("nodes seen")
    frank.route("**/api/tree/trace?*", lambda route: route.fulfill(status=400, json={"error": "No such tree."}))
    frank.get_by_role("button", name="Draw another").click()
    expect(frank.locator(".old-note")).to_have_text("No such tree.")
    expect(frank.locator(".run-verdict").first).to_be_hidden()


@pytest.mark.exhaustive
def test_a_report_is_of_its_form(page: Page) -> None:
    page.goto("/#/doctor?pits=2&seeds=1&depth=2&rules=minimax&truth=7")
    expect(page.locator(".says")).to_contain_text("An example that comes with Overthink")
    page.get_by_label("Positions, one per line").fill("1 1 / 1 1 / 0 0 / Max\n2 0 / 1 1 / 0 0 / Max")
    page.get_by_role("button", name="Examine").click()
    expect(page.locator(".doctor")).to_have_attribute("data-state", "done")
    page.get_by_label("Depths 1 to").fill("3")
    page.get_by_label("Depths 1 to").blur()
    assert page.locator(".answer").get_attribute("data-answer") == "old"
    expect(page.locator(".old-note")).to_contain_text("Press Examine")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("b", "most"), [(2, 11), (3, 10), (4, 8)])
def test_sliders_follow_each_other(page: Page, b: int, most: int) -> None:
    page.goto(f"/#/depth-curve?height=11&b={b}&rules=minimax")
    expect(page.get_by_label("Turns of the game")).to_have_value(str(most))
    expect(page.locator(".answer")).to_have_attribute("data-answer", "new")


@pytest.mark.exhaustive
def test_a_tree_is_as_deep_as_fits(page: Page) -> None:
    page.goto("/#/tree?source=board-splitting&depth=4&height=8")
    expect(page.locator(".run-verdict").first).to_contain_text("nodes seen")
    page.get_by_label("Branching factor b").fill("4")
    page.get_by_label("Moves looked ahead").fill("8")
    expect(page.get_by_label("Moves looked ahead")).to_have_value("5")
    expect(page.locator(".answer")).to_have_attribute("data-answer", "new")
    page.wait_for_url("**depth=5**")


NONSENSE = {
    "depth-curve?b=99&rules=foo&height=x": "b=99, height=x, rules=foo",
    "tree?source=board-splitting&depth=999": "depth=999",
    "play?game=kalah&moves=zz": "Move 1, 'zz', cannot be played",
    "papers?study=no/such": "study=no/such",
    "nonsense": "There is no view named 'nonsense'",
    "simulations?rule=foo": "rule=foo",
}


@pytest.mark.parametrize(("link", "words"), NONSENSE.items())
def test_nonsense_in_a_link_gives_the_usual_view_and_a_word(frank: Page, link: str, words: str) -> None:
    frank.goto(f"/#/{link}")
    for word in words.split(", "):
        expect(frank.locator("#notice")).to_contain_text(word)
    if link != "nonsense":
        expect(frank.locator(".answer")).to_have_attribute("data-answer", "new")


@pytest.mark.exhaustive
def test_presenter_s_keys_after_a_click(page: Page) -> None:
    page.goto("/#/story?step=2")
    step = page.locator(".story[data-step]")
    page.get_by_role("button", name="Tools").click()
    for name in ("Projector", "Dark or light", "Projector", "Dark or light"):
        page.get_by_role("button", name=name).click()
        before = step.get_attribute("data-step")
        page.keyboard.press("ArrowRight" if before == "2" else "PageUp")
        expect(step).not_to_have_attribute("data-step", str(before))
    page.locator("header nav a", has_text="Story").click()
    expect(step).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_attribute("data-step", "2")


@pytest.mark.exhaustive
def test_on_a_projector_the_notes_stay(page: Page) -> None:
    page.goto("/#/story?step=4&a4=show")
    page.keyboard.press("Alt+p")
    for number in (4, 5, 6):
        page.goto(f"/#/story?step={number}&a{number}=show")
        expect(page.locator(".small-print")).to_be_in_viewport()
        expect(page.locator(".tool").last).to_be_in_viewport(ratio=1)
    page.keyboard.press("Alt+p")


@pytest.mark.exhaustive
def test_an_interval_that_touches_zero_is_not_bold(page: Page) -> None:
    judged = {
        "kind": "worse",
        "sentence": "",
        "worst": {"shallow": 1, "deep": 3, "gain": {"mean": -0.03, "low": -0.067, "high": -0.0002}},
    }
    page.goto("/#/docs")
    script = """(judged) => import("/views/depth-curve/chart.js").then(({ isWorse, sentence }) =>
      [isWorse(judged), sentence("minimax", judged, "depth")])"""
    bold, text = page.evaluate(script, judged)
    assert not bold and "perhaps" in text and re.search(r"\[0\.0 to 6\.7\]", text)


def test_a_curve_ends_before_the_lab_would_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depth_curve, "MOST_SECONDS", 0.0)
    assert [found["n"] for found in depth_curve.curve({"height": "5", "rules": "minimax"}) if found] == [32, 64]


def test_the_verdict_leaves_out_the_end_of_the_game() -> None:
    """At an error of one half, guesses say nothing: only the search that sees the end is right."""
    asked = {"error": "0.5", "height": "7", "rules": "minimax"}
    *_, found = (each for each, _ in zip(filter(None, depth_curve.curve(asked)), range(4)))
    judged = found["rules"]["minimax"]
    assert judged["accuracy"][-1]["mean"] == 1.0 and judged["kind"] != "better", judged
