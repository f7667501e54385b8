"""The story to its end, as a reader goes through it: with the mouse, and with the keyboard alone."""

import re

from playwright.sync_api import Page, expect

STEPS = {  # the headline, and a question's answers with the true one first
    1: ("Looking further ahead should help. Does it?", ["loses", "wins", "tie"]),
    2: ("Which guesses were wrong?", []),
    3: ("Each guess is wrong once in five", ["36", "4", "20"]),
    4: ("Bad luck, or does it happen often?", ["down", "up", "flat"]),
    5: ("Can a search know", ["2", "1", "tie"]),
    6: ("always hurt?", ["alike", "both", "neither"]),
}


def headline(page: Page, step: int) -> None:
    """The page shows this step."""
    expect(page.locator("h1")).to_contain_text(STEPS[step][0])
    expect(page.locator(".dots [aria-current]")).to_have_text(str(step))


def cut_twice(page: Page) -> None:
    """The board comes first, and the reader cuts it by hand: the left half, then its lower half."""
    expect(page.locator(".story-cut")).to_have_attribute("aria-label", "The whole board")
    page.locator(".half").first.click()
    expect(page.locator(".story-cut")).to_have_attribute("aria-label", "Half of the board")
    page.locator(".answers button").nth(1).click()
    expect(page.locator(".cover")).to_be_visible()


def walk_by_mouse(page: Page) -> None:
    """Every question is asked before it is answered, wrong answers are corrected, and every step leads to a tool."""
    for step, (_, answers) in STEPS.items():
        headline(page, step)
        side = page.locator(".scene")
        if step == 1:
            cut_twice(page)
        expect(page.locator(".next")).not_to_have_class(re.compile("main"))
        if step == 2:
            for leaf in (1, 4):
                page.locator(f'[data-leaf="{leaf}"]').click()
            expect(side).to_contain_text("You found one of the wrong guesses")
            page.locator('[data-leaf="4"]').click()
            expect(side).to_contain_text("tosses a coin")
            page.get_by_role("button", name="Repair them").click()
            expect(side).to_contain_text("Max keeps the right half, which wins")
        else:
            expect(page.locator(".truth")).to_have_text("")
            page.locator(f'.answers [data-answer="{answers[1]}"]').click()
            expect(page.locator(".answers .right")).to_have_attribute("data-answer", answers[0])
            expect(page.locator(".truth")).to_contain_text("Not this time.")
        assert page.locator(".tool, .doors a").count() >= 1
        expect(page.locator(".next")).to_have_class(re.compile("main"))
        if step < len(STEPS):
            page.get_by_role("button", name="Next →").click()
    assert page.locator(".doors a").count() == 6
    assert all(f"a{step}=" in page.url for step in STEPS)


def walk_by_keyboard(page: Page) -> None:
    """Arrows and the keys of a presenter turn the steps, numbers answer; a step keeps its answer on the way back."""
    for step, (_, answers) in STEPS.items():
        headline(page, step)
        if step == 2:
            for leaf in (4, 7):
                page.locator(f'[data-leaf="{leaf}"]').focus()
                page.keyboard.press("Enter")
            expect(page.locator(".truth")).to_contain_text("You found all of the wrong guesses")
            expect(page.locator('[data-leaf="7"]')).to_be_focused()
        else:
            for _ in range(2 if step == 1 else 0):
                page.keyboard.press("2")
            place = 1 + page.locator(".answers [data-answer]").evaluate_all(
                "(all, truth) => all.findIndex((each) => each.dataset.answer === truth)", answers[0]
            )
            page.keyboard.press(str(place))
            expect(page.locator(".truth")).to_contain_text("Your guess was right.")
        page.keyboard.press("ArrowRight" if step % 2 else "PageDown")
    headline(page, 6)
    page.keyboard.press("ArrowLeft")
    headline(page, 5)
    expect(page.locator("h1")).to_be_focused()  # a screen reader reads on from here
    expect(page.locator(".truth")).to_contain_text("EMM keeps the right half, which wins")  # the answer is still there
    page.go_back()
    headline(page, 6)
