"""The view Votes: its sentence says what its curve does, at every end of the sliders, and belongs to the setting."""

from itertools import product

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import overthink as ot
from overthink.lab.workers.votes import best, votes
from overthink.measure.best_of import TAILS
from overthink.measure.votes import shape_of
from tests.lab_browser import needs_browser


def test_the_sentence_on_votes_is_true() -> None:
    for share, easy, hard in product((0.01, 0.3, 0.5, 0.99), (0.51, 0.7, 0.9, 0.99), (0.01, 0.3, 0.4)):
        found = votes({"share": f"{share}", "easy": f"{easy}", "hard": f"{hard}", "votes": "501"})
        said = found["says"].split(" (")[0].split(":")[0].lower()
        curve = ot.vote_accuracy([easy, hard], range(1, 1002, 2), [share, 1 - share])
        shape = shape_of(curve, 1e-9)
        if "then falls by less" in said:
            assert 0 < curve.max() - curve[-1] < 0.0006 or shape == "rises"
        elif curve.max() - curve.min() > 1e-4 and abs(easy + hard - 1) > 0.02:
            assert said.startswith(shape if "falls" in shape else "rises"), (share, easy, hard, said, shape)
        assert np.diff(found["x"]).min() > 0 and set(found["curves"]) == {"all questions", "easy ones", "hard ones"}


@pytest.mark.parametrize("tail", TAILS)
def test_the_sentence_on_the_best_of_n_is_true(tail: str) -> None:
    for error, levels, samples in product((0.1, 1.0, 8.0), (0, 5, 100), (10, 10**6)):
        found = best({"error": f"{error}", "tail": tail, "levels": f"{levels}", "samples": f"{samples}"})
        curve = found["curves"]["the chosen"]
        falls = max(curve) - curve[-1] > 0.02
        assert (
            found["says"].startswith("Rises, then falls:" if falls else "Rises:")
            and (found["best"] is not None) == falls
        )


def test_what_a_link_may_not_ask() -> None:
    with pytest.raises(ot.OverthinkError, match=r"'share' must be a number from 0\.01 to 0\.99"):
        votes({"share": "1", "easy": ".9", "hard": ".4", "votes": "101"})


@pytest.mark.exhaustive
@needs_browser
def test_sliders_draw_and_say(page: Page) -> None:
    page.goto("/#/votes?tail=normal&nonsense=1")
    votes_say = page.locator(".says").first
    best_says = page.locator(".says").nth(1)
    expect(votes_say).to_contain_text("best at 3 votes")
    expect(best_says).to_contain_text("Rises: the best of 1,000")
    expect(page.locator(".curve-name")).to_have_text(
        ["all questions", "easy ones", "hard ones", "the chosen", "without errors"]
    )
    old = """slider => { slider.value = 0.3; slider.dispatchEvent(new Event("input"));
      return document.querySelector(".answer").dataset.answer; }"""
    assert page.locator("input[type=range]").first.evaluate(old) == "old"  # at once, before anything is computed
    expect(votes_say).to_contain_text("Falls: one vote is best")
    page.get_by_label("Their tails").select_option("pareto")
    expect(best_says).to_contain_text("Rises, then falls")
    assert "share=0.3" in page.url and "tail=pareto" in page.url
