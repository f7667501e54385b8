"""Best-first beside alpha-beta in the view Simulations: the searches' own choices after as many evaluations."""

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import overthink as ot
from overthink.lab.workers.growth import MOST_EVALUATIONS, OFFER, show_growth
from tests.lab_browser import needs_browser


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_both_trees_are_those_of_the_searches(seed: int) -> None:
    found = show_growth({"seed": str(seed)})
    assert OFFER.preset.draw
    tree = OFFER.preset.draw(OFFER.values({}), 0, seed)(seed, seed + 1)
    best, alpha = found["searches"]
    for count in (1, 5, 30, len(best["order"])):
        own = ot.best_first(tree, evaluations=count)
        assert best["chosen"][count - 1] == list(own.moves) and own.evaluations == count
    assert bool(best["stopped"]) == bool(ot.best_first(tree, evaluations=MOST_EVALUATIONS).stopped)
    for search in (best, alpha):
        order = search["order"]
        assert len(set(order)) == len(order) == len(search["chosen"]) <= MOST_EVALUATIONS
        assert np.isnan(tree.utility[order]).all()  # a finished game needs no evaluation
    assert set(best["order"]) >= {(node - 1) // 2 for node in best["order"] if node}  # parents come first
    for depth in (1, 2, 3):
        last = max(i for i, node in enumerate(alpha["order"]) if (node + 1).bit_length() - 1 == depth)
        decision = ot.decide(tree, rule="minimax", depth=depth, search="alpha-beta")
        assert alpha["chosen"][last] == list(decision.moves)


@pytest.mark.exhaustive
@needs_browser
def test_a_tree_that_grows_by_influence(page: Page) -> None:
    page.goto("/#/simulations")
    page.get_by_role("link", name="Best-first beside alpha-beta").click()
    expect(page.locator(".growth")).to_have_count(2)
    page.get_by_role("button", name="|◀").click()
    for _ in range(7):
        page.locator("body").press(".")
    for growth in page.locator(".growth").all():
        expect(growth.locator(".growth-dot")).to_have_count(7)
    assert "search=best-first" in page.url and "step=7" in page.url
    page.get_by_label("Draw number").fill("2")
    page.get_by_label("Draw number").press("Enter")
    expect(page.locator(".says")).to_contain_text("P-game number 2")
    expect(page.locator("figcaption").first).to_contain_text("Chosen")
    page.get_by_role("link", name="Simulations of UCT").click()
    expect(page.locator(".simulated")).to_be_visible()
