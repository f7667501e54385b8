"""The lab steps through UCT: its steps, replayed, give every node of the tree; the two terms are the published ones."""

import math
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from overthink.core.errors import OverthinkError
from overthink.lab.workers.depth_curve import curve
from overthink.lab.workers.simulations import (
    BACK,
    CHANCE,
    SELECT,
    TRY,
    VALUE,
    choices,
    show_simulations,
    trace_simulations,
)
from overthink.rules import RULES
from overthink.search import monte_carlo
from overthink.search.monte_carlo import MonteCarlo
from overthink.search.subjects.bind import subject_of
from tests.lab_browser import needs_browser
from tests.test_monte_carlo import Nim


def replay(steps: list[list[Any]], movers: list[int], exploration: float) -> tuple[dict[int, int], dict[int, float]]:
    """Visits and values after all steps. On the way: each choice is the largest sum of the value and c √(ln N / n)."""
    visits: dict[int, int] = {0: 0}
    values: dict[int, float] = {}
    path: list[int] = []
    for kind, node, *rest in steps:
        if kind in (SELECT, TRY, CHANCE):
            assert node == (path[-1] if path else 0)
            path = [*(path or [0]), rest[0]]
        if kind == TRY:
            assert rest[0] not in visits
        elif kind == SELECT:
            chosen, _, terms = rest
            kids = range(chosen - int(np.argmax([sum(pair) for pair in terms])), 10**9)
            for kid, (value, bonus) in zip(kids, terms):
                assert value == movers[node] * values[kid]
                assert bonus == pytest.approx(exploration * math.sqrt(math.log(visits[node]) / visits[kid]), rel=1e-12)
        elif kind == VALUE:
            assert node == path[-1]
            visits[node], values[node] = visits.get(node, 0) + 1, rest[0]
        elif kind == BACK:
            path.pop()
            assert path[-1] == node and rest[0] == visits[node] + 1
            assert node not in values or rest[1] == values[node]
            visits[node], values[node] = rest[0], rest[2]
            path = [] if node == 0 else path
    assert not path
    return visits, values


@pytest.mark.parametrize("rule", ["mean", "minimax", "bayes"])
@pytest.mark.parametrize("given", [{}, {"source": "kalah-4x3"}, {"source": "board-splitting", "value": "random"}])
def test_the_steps_give_every_node_of_the_tree(given: dict[str, str], rule: str) -> None:
    shown = show_simulations({**given, "rule": rule, "exploration": "0.3", "simulations": "60"})
    visits, values = replay(shown["steps"], shown["mover"], 0.3)
    assert visits[0] == 60
    assert {node for node in visits if node} == {step[1] for step in shown["steps"] if step[0] == VALUE}
    for node, mover in enumerate(shown["mover"]):
        kids = [kid for kid, parent in enumerate(shown["parent"]) if parent == node and kid in visits]
        if kids and mover and rule == "minimax":
            assert values[node] == mover * max(mover * values[kid] for kid in kids)
        if kids and rule == "mean":
            assert visits[node] == sum(visits[kid] for kid in kids) + (node > 0)
    best = max(shown["mover"][0] * values[move] for move in visits if shown["parent"][move] == 0)
    if rule != "bayes":  # whose score is not its value
        assert all(shown["mover"][0] * values[move] == pytest.approx(best) for move in shown["chosen"])


def test_the_last_step_is_the_tree_of_decide() -> None:
    position = subject_of(Nim(), None, RULES["mean"], 0, None, 0.0)
    steps, simulation = trace_simulations(position, RULES["mean"], MonteCarlo(80))
    tree = simulation.tree
    visits, values = replay(steps, tree.turn.tolist(), 1.0)
    assert {n: int(v) for n, v in enumerate(tree.visits) if v} == visits
    assert {n: tree.messages[n, 0] for n in visits} == values


def test_a_simulation_that_had_no_room_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = show_simulations({"simulations": "30"})["steps"]
    monkeypatch.setattr(monte_carlo, "FIRST_ROWS", 8)
    monkeypatch.setattr(monte_carlo, "PATH_NODES", 2)
    assert show_simulations({"simulations": "30"})["steps"] == steps


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"source": "pig"}, "pig"),
        ({"rule": "minimin"}, "minimin"),
        ({"simulations": "1000000"}, "from 8 to 200"),
        ({"exploration": "-1"}, "from 0 to 2"),
        ({"value": "sure"}, "sure"),
        ({"gamma": "1.5"}, "gamma"),
    ],
)
def test_abuse_is_refused_in_a_sentence(given: dict[str, str], words: str) -> None:
    with pytest.raises(OverthinkError, match=words):
        show_simulations(given)


def test_every_choice_of_the_form_can_be_simulated() -> None:
    for source in choices()["sources"]:
        for rule in choices()["rules"]:
            assert show_simulations({"source": source["name"], "rule": rule, "simulations": "12"})["chosen"]


@pytest.mark.parametrize(("gamma", "kind"), [("1", "worse"), ("0.5", "better")])
def test_the_curve_over_simulations_falls_and_rises(gamma: str, kind: str) -> None:
    results = curve({"subject": "critical-win-loss", "gamma": gamma})
    shown = next(each for each in results if each and each["n"] >= 64)
    assert shown["rules"]["mean"]["kind"] == kind and shown["coin"] == pytest.approx(0.2)
    assert [each["depth"] for each in shown["rules"]["mean"]["accuracy"]] == [10, 30, 100, 300, 1000, 3000]


@needs_browser
def test_stepping_through_simulations(page: Page) -> None:
    page.goto("/#/simulations?simulations=20&step=0")
    said, now = page.locator(".step-says"), page.locator(".code li.now")
    expect(said).to_contain_text("Nothing has been simulated yet")
    heard = []
    for step in range(1, 11):
        page.get_by_role("button", name="Step ▶", exact=True).click()
        expect(page.locator(".step-count")).to_contain_text(f"{step} / ")
        heard.append((now.inner_text()[:2], said.inner_text()))
    assert "".join(part[0] for part, _ in heard) == "2342342341"
    assert heard[-1][1] == "Max takes move 2: .05 + .21 = .26 is the largest sum."
    expect(page.locator(".terms .taken")).to_contain_text("move 2")
    page.get_by_role("button", name="◀ Step", exact=True).click()
    expect(said).to_contain_text("The root: 3 visits")
    page.get_by_role("button", name="▶|").click()
    expect(page.locator(".run-verdict")).to_contain_text("Chosen: move")
