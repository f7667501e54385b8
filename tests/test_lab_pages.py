"""The lab in a browser: the main path through each view, in the installed wheel."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Route, expect

import overthink.lab
from overthink.cli import main
from overthink.studies import study_named
from overthink.studies.store import Store
from tests.lab_browser import EMPTY, PATIENCE, needs_browser

pytestmark = needs_browser
VIEWS = {
    "tree": "Tree",
    "simulations": "Simulations",
    "depth-curve": "Depth curve",
    "map": "Map",
    "play": "Play",
    "papers": "Papers",
    "doctor": "Doctor",
    "votes": "Votes",
    "nets": "Nets",
}


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_says_what_it_shows(page: Page, name: str) -> None:
    page.goto(f"/#/{name}")
    expect(page.locator("header nav a[aria-current]")).to_have_text(VIEWS[name])
    expect(page.locator(".intro")).to_contain_text("docs/")
    assert page.title().startswith(VIEWS[name])
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => document.documentElement.scrollWidth <= 390")  # a phone scrolls down, never sideways
    page.reload()
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()  # from the keyboard a page begins at its top
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.exhaustive
def test_the_keyboard_alone(page: Page) -> None:
    page.goto(EMPTY)
    page.goto("/#/doctor")
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("header nav a").first).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("header nav a[aria-current]")).to_have_text("Depth curve")
    page.keyboard.press("Alt+7")
    expect(page.locator("header nav a[aria-current]")).to_have_text("Papers")
    for control in page.locator("button, select, input, a, textarea").all():
        assert control.evaluate("each => each.tabIndex") >= 0


@pytest.mark.exhaustive
def test_keys_of_a_mac_a_handle_and_a_column(page: Page) -> None:
    """With Alt a Mac makes signs of digits; arrows on a handle stay there; a stone falls from any square above."""
    page.goto("/#/docs")
    page.evaluate(
        "dispatchEvent(new KeyboardEvent('keydown', { altKey: true, key: '¡', code: 'Digit1', bubbles: true }))"
    )
    expect(page.locator("header nav a[aria-current]")).to_have_text("Story")
    page.goto("/#/story?step=4")
    handle = page.locator(".handle").nth(2)
    handle.focus()
    for key, value in (("ArrowRight", "85"), ("ArrowUp", "90"), ("ArrowLeft", "85"), ("ArrowDown", "80")):
        page.keyboard.press(key)
        expect(handle).to_have_attribute("aria-valuenow", value)
    assert "step=4" in page.url
    page.goto("/#/play?game=connect-four&max=you&min=you")
    page.get_by_role("button", name="d5", exact=True).click()  # high above the lowest free square
    expect(page.get_by_role("button", name="d1, x")).to_be_visible()
    page.get_by_role("button", name="d1, x").click()  # a square that is taken
    expect(page.get_by_role("button", name="d2, o")).to_be_visible()


@pytest.mark.exhaustive
def test_dark_and_light(fresh: Page) -> None:
    fresh.goto("/#/doctor")
    ink = "getComputedStyle(document.body).color"
    before = fresh.evaluate(ink)
    fresh.get_by_role("button", name="Dark or light").click()
    assert fresh.evaluate(ink) != before
    fresh.reload()
    assert fresh.evaluate(ink) != before, "the choice is kept"


# --- depth curve ----------------------------------------------------------------------------------------------------


def test_sliding_until_pathology_appears(page: Page) -> None:
    page.goto("/#/depth-curve?error=0&rules=minimax&height=9")
    view = page.locator(".depth-curve")
    expect(page.locator(".says .worse")).to_have_count(0)
    expect(page.locator(".count")).to_contain_text(re.compile(r"\d{3} games in"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "curve?" in request.url else None)
    ended: list[str] = []
    page.on("requestfailed", lambda request: ended.append(request.url))
    slider = page.get_by_label("error e of the evaluator")
    for _ in range(15):
        slider.press("ArrowRight")
    so_far = r"^minimax, so far in [\d,]+ games: [\d.]+ points down from depth \d to depth \d, ± [\d.]+\.$"
    ended_as = r"^minimax: pathology\. Depth \d decides [\d.]+ points worse"  # on a fast machine
    expect(page.locator(".says p").first).to_have_text(re.compile(f"{so_far}|{ended_as}"))
    expect(view).to_contain_text(
        re.compile(r"pathology first appeared at e = 0\.\d+.*; in [\d,]+ games there was none at e = 0")
    )
    assert "error=0.15" in page.url
    assert len(asked) <= 15 and ended, "what was under way ended"
    expect(page.locator(".picture .curve")).to_have_count(1)


@pytest.mark.exhaustive
def test_a_verdict_is_bold_when_it_is_the_last(page: Page) -> None:
    first = json.loads((Path(overthink.lab.__file__).parent / "page/views/depth-curve/first.json").read_text())
    pair = {"shallow": 1, "deep": 9, "gain": {"mean": -0.03, "low": -0.07, "high": 0.01, "n": 64}}
    rules = {rule: each | {"soFar": pair} for rule, each in first["rules"].items()}
    fewer, more = {"n": 64, "seconds": 0.1, "rules": rules}, {"n": 2048, "seconds": 1.0, "rules": rules}
    lines = "".join(json.dumps(first | each) + "\n" for each in (fewer, more))
    page.route("**/depth-curve/curve?*", lambda route: route.fulfill(body=lines))
    page.goto("/#/depth-curve?seed=1")
    says = page.locator(".says").first
    count = page.locator(".count")
    expect(says).to_contain_text("minimax, so far in 2,048 games: 3.0 points down from depth 1 to depth 9, ± 4.0.")
    expect(says).not_to_contain_text(re.compile("pathology|better|worse"))  # it ended before its last line
    lines += json.dumps(first | more | {"last": True}) + "\n"
    page.goto("/#/depth-curve?seed=2")
    expect(page.locator(".depth-curve[data-state=done] .says .worse")).to_contain_text("minimax: pathology. Depth")
    expect(count).to_contain_text(re.compile(r"^Board splitting, random errors: 2,048 games in 1\.0 s"))
    lines = json.dumps(first | fewer) + "\n"
    page.goto("/#/depth-curve")  # the usual setting: fewer games do not replace those that come with the page
    expect(page.locator(".depth-curve[data-state=done]")).to_be_visible()
    expect(count).to_contain_text("1,024 games that come with Overthink")
    expect(says).to_contain_text("minimax: pathology. Depth 9 decides")


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [390, 800, 1024, 1240])
def test_all_tabs_are_in_sight(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto("/#/docs")
    expect(page.locator("header nav a").last).to_have_text("Nets")
    for tab in page.locator("header nav a").all():
        expect(tab).to_be_in_viewport(ratio=1)


# --- map ------------------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_a_link_to_a_square_of_the_map(page: Page) -> None:
    page.goto(EMPTY)
    page.goto("/#/map?slice=b&at=2&s=0.5&g=10")
    expect(page.locator("p.says")).to_contain_text("s = 0.5")
    expect(page.locator("p.says")).to_contain_text("g = 10")
    page.locator(".picture").press("ArrowRight")
    expect(page.locator("p.says")).not_to_contain_text("s = 0.5")
    assert "s=0.5&" not in page.url and "g=10" in page.url


def test_the_map_and_the_curve_behind_a_square(page: Page) -> None:
    page.goto("/#/map?slice=b&at=2")
    expect(page.locator(".count")).to_contain_text("10,000 observations for each number")
    expect(page.locator(".picture svg text", has_text="depth hurts")).not_to_have_count(0)
    picture = page.locator(".picture")
    picture.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".says").first).to_contain_text(re.compile(r"b = 2, s = 0\.1, g = 3: (p = |the shallow)"))
    page.get_by_label("branching factor b").press("ArrowRight")
    assert "at=3" in page.url
    page.get_by_label("branching factor b").press("ArrowLeft")
    page.locator(".picture [data-tip*='s = 0.5, g = 10:']").click()
    expect(page.locator("header nav a[aria-current]")).to_have_text("Depth curve")
    assert "subject=top-down" in page.url and "s=0.5" in page.url and "b=2" in page.url
    expect(page.locator(".depth-curve")).to_have_attribute("data-state", re.compile("showing|done"))


# --- papers ---------------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_a_run_in_another_terminal_is_seen_live(alone: Page, results: Path) -> None:
    """Two of its cells one after the other, so that the page can look in between; then the rest of them."""
    study = study_named("emm/fig2")
    store = Store(results)
    jobs = study.jobs(study.scales["quick"])
    alone.clock.install()
    alone.goto("/#/papers?study=emm/fig2")
    shown, entry = alone.locator(".study"), alone.locator("[data-study='emm/fig2']")

    def seen(text: str) -> None:
        """The page looks again and again; its clock is set forward, so that it does so at once."""
        for _ in range(PATIENCE // 50):
            if text in entry.inner_text():
                return
            with alone.expect_response("**/api/papers/progress"):
                alone.clock.fast_forward(1500)
        expect(entry).to_contain_text(text)

    expect(shown).to_contain_text("These numbers come with Overthink")
    expect(shown.locator("tbody .verdict").first).to_have_text(re.compile("holds|fails|inconclusive"))
    expect(entry).to_contain_text("n = 1,000,000, shipped")
    for done, job in enumerate(jobs[:2], 1):
        store.add(job, 0, job.run(0))
        seen(f"{done} of {len(jobs)} cells")
    expect(entry).to_contain_text("running:")
    store.close()
    done = CliRunner().invoke(main, ["reproduce", study.name, "--jobs", "1", "--out", str(results)])
    assert done.exit_code == 0, done.output
    seen(f"n = {study.scales['quick']:,}")
    expect(shown).to_contain_text("From your own run")
    expect(shown.locator("tbody .verdict").first).to_have_text(re.compile("holds|fails|inconclusive"))
    expect(shown.locator("img")).to_be_visible()
    assert shown.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    expect(shown.locator("code")).to_contain_text(f"overthink reproduce emm/fig2 --scale {study.scales['quick']}")


# --- doctor ---------------------------------------------------------------------------------------------------------


FILE = "A table, logs or a report from disk"


def test_the_doctor(page: Page, results: Path, tmp_path: Path) -> None:
    (results / "mine.html").write_text("<h1>My report</h1><script>document.title = 'x'</script>", encoding="utf-8")
    (tmp_path / "other.html").write_text("<h1>Another report</h1>", encoding="utf-8")
    asked = {"pits": 3, "seeds": 2, "depth": 3, "rules": "minimax", "truth": "7"}
    some = page.request.get("/api/doctor/example", params={"pits": 3, "seeds": 2, "positions": 2}).json()
    assert page.request.post(
        "/api/doctor/examine", data={**asked, **some}, timeout=200_000
    ).ok  # compiles what it needs
    page.goto("/#/doctor?pits=3&seeds=2&depth=3&rules=minimax&truth=7")
    expect(page.locator(".says")).to_contain_text("An example that comes with Overthink")
    expect(page.frame_locator("iframe").locator("h1")).to_contain_text("Kalah")
    page.get_by_role("button", name="mine.html").click()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("My report")
    assert page.title() == "Doctor · Overthink lab"  # nothing in a report runs in the page
    page.get_by_label(FILE).set_input_files(tmp_path / "other.html")
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("Another report")
    page.get_by_role("button", name="60 random boards").click()
    expect(page.locator("textarea")).to_have_value(re.compile(r"/ Max"))
    page.get_by_role("button", name="Examine").click()
    expect(page.locator(".doctor")).to_have_attribute("data-state", "done")
    expect(page.frame_locator("iframe").locator("h1")).to_contain_text("The doctor on Kalah")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the report").click()
    assert "Kalah" in Path(saved.value.path()).read_text(encoding="utf-8")


HOSTILE = """<!doctype html><html onclick="top.hit = 1"><meta http-equiv="refresh" content="0;url=/icon.svg?sent">
<style>:root, body { position: fixed; inset: 0; z-index: 99; background: url(/icon.svg?painted); }</style>
<body onload="top.hit = 1"><h1>Hostile</h1><img src="/icon.svg?shown"><img src="x" onerror="parent.hit = 1">
<script>top.hit = parent.hit = 1; parent.document.title = "taken"; fetch("/api/alive");</script>
<form action="/icon.svg?posted"><button autofocus>Send</button></form><base href="http://127.0.0.1:9/">"""


def test_a_report_stays_in_its_frame(frank: Page, browser: Browser, tmp_path: Path) -> None:
    """It runs nothing, loads nothing and covers nothing: in the lab, on paper, and in a saved page."""
    (tmp_path / "hostile.html").write_text(HOSTILE, encoding="utf-8")
    frank.goto("/#/doctor")
    expect(frank.locator(".says")).to_contain_text("An example that comes with Overthink")
    frank.get_by_label(FILE).set_input_files(tmp_path / "hostile.html")
    with frank.expect_download() as saved:
        frank.get_by_role("button", name="Save page").click()
    saved.value.save_as(tmp_path / "saved.html")
    other = browser.new_page()
    other.goto((tmp_path / "saved.html").as_uri())
    for page in (frank, other):
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))  # type: ignore[misc]
        expect(page.frame_locator("iframe").locator("h1")).to_have_text("Hostile")
        page.frame_locator("iframe").locator("h1").click()
        page.frame_locator("iframe").get_by_role("button").click()
        page.evaluate("() => { dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint')); }")
        page.wait_for_timeout(300)
        assert not [url for url in asked if "icon" in url or "alive" not in url], asked
        assert page.evaluate("() => window.hit") is None and page.title() == "Doctor · Overthink lab"
        assert page.evaluate("() => (scrollTo(0, 0), document.elementFromPoint(9, 9)).closest('header') !== null")
        assert page.locator("main :is(style, script), main [onclick], main [onload]").count() == 0
    other.close()


@pytest.mark.exhaustive
def test_the_doctor_on_a_table_of_one_s_own(frank: Page) -> None:
    rows = [f"{task},{beam},{task % 5},{10 * task - beam}\n" for task in range(30) for beam in (1, 2, 4)]
    table = {"name": "my <b>.csv", "mimeType": "", "buffer": "".join(["task,beam,luck,score\n", *rows]).encode()}
    frank.goto("/#/doctor")
    expect(frank.locator(".says")).to_contain_text("An example that comes with Overthink")
    frank.get_by_label(FILE).set_input_files(table)  # type: ignore[arg-type]
    expect(frank.locator(".old-note")).to_contain_text("Which column says how much effort")  # two may be it
    expect(frank.locator("iframe")).to_be_hidden()
    frank.get_by_label("Effort").select_option("beam")
    expect(frank.locator(".says")).to_have_text(re.compile(r"The score falls with beam: -3\b.* from 1 to 4\."))
    expect(frank.frame_locator("iframe").locator("h1")).to_have_text("The doctor on my__b_.csv")
    frank.get_by_label("less is better").check()
    expect(frank.locator(".says")).to_contain_text("improves with beam: -3")
    frank.get_by_label("Score").select_option("luck")
    expect(frank.locator(".says")).not_to_contain_text("-3")
    drop = """(words) => { const given = new DataTransfer(); given.items.add(new File([words], "one.jsonl"));
      document.querySelector(".doctor").dispatchEvent(new DragEvent("drop", { dataTransfer: given })); }"""
    frank.evaluate(drop, "\n".join(f'{{"id": {n}, "depth": {v}, "ok": {n % v}}}' for n in range(9) for v in (1, 3)))
    expect(frank.get_by_label("Effort")).to_have_value("")
    frank.get_by_label("Effort").select_option("depth")
    expect(frank.locator(".old-note")).to_contain_text("The table has no column 'score'; it has id, depth, ok.")
    frank.get_by_label("Score").select_option("ok")
    expect(frank.locator(".answer")).to_have_attribute("data-answer", "new")
    for name, content, words in BAD_TABLES:
        frank.get_by_label(FILE).set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
        expect(frank.locator(".old-note span, #notice").filter(has_text=words)).to_be_visible()


@pytest.mark.exhaustive
def test_no_choice_of_a_column_is_lost(page: Page) -> None:
    head = "question_id,other_id,budget,output_tokens,model_name,correct,score2\n"
    rows = [f"{n},{n + 1},{v},{100 * v + n},m,{(n + v) % 3 > 0:d},{n % 2}\n" for n in range(30) for v in (1, 2, 4)]
    sent: list[dict[str, object]] = []
    page.on("request", lambda each: sent.append(each.post_data_json) if "doctor/table" in each.url else None)
    page.goto("/#/doctor")
    expect(page.locator(".says")).to_contain_text("An example that comes with Overthink")
    table = {"name": "budget.csv", "mimeType": "", "buffer": (head + "".join(rows)).encode()}
    page.get_by_label(FILE).set_input_files(table)  # type: ignore[arg-type]
    page.get_by_label("Effort").select_option("budget")
    for role, column in (("Question", "question_id"), ("Score", "correct")):
        expect(page.get_by_label(role, exact=True).locator("option").first).to_have_text(f"by its name: {column}")
    expect(page.locator(".roles")).to_have_text(
        "Also read, by their names: tokens from output_tokens, model from model_name."
    )
    page.evaluate(
        """() => [["Question", "other_id"], ["Score", "score2"]].forEach(([name, value]) => {
          const label = [...document.querySelectorAll("label")].find((each) => each.textContent === name);
          const box = document.getElementById(label.htmlFor);
          box.value = value;
          box.dispatchEvent(new Event("change"));
        })"""
    )
    expect(page.locator(".answer")).to_have_attribute("data-answer", "new")
    assert (sent[-1]["task"], sent[-1]["score"]) == ("other_id", "score2")
    assert len(sent) >= 2
    expect(page.get_by_label("Question", exact=True)).to_have_value("other_id")


BAD_TABLES = (
    ("bad.csv", b"\xff\xfe\x00", "bad.csv cannot be read: it is not a text file in UTF-8"),
    ("bad.exe", b"MZ", "'bad.exe' is not a table or a log. Send one of: .eval, .csv"),
    ("bad.json", b"{", "bad.json is not whole JSON"),
    ("empty.csv", b"", "The table has no rows."),
    ("large.csv", b" " * 12_000_001, "more than 12 MB"),
)


def test_a_lab_that_is_busy_is_asked_again(frank: Page) -> None:
    busy = {"status": 503, "content_type": "application/json", "body": '{"error": "The lab is busy."}'}
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) < 3:
            route.fulfill(**busy)  # type: ignore[arg-type]
        else:
            route.continue_()

    frank.route("**/api/tree/trace*", refuse)
    frank.goto("/#/tree")
    expect(frank.locator("#notice")).to_contain_text("The lab is busy")
    expect(frank.locator(".run-verdict").first).to_contain_text("Chosen: B.")
    expect(frank.locator("#notice")).to_be_hidden()
    assert len(asked) == 3 and len(set(asked)) == 1
