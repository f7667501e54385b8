"""What the page computes without the lab is what the lab computes: the same trees, and every step of every rule that it
offers, to the last bit."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from overthink.core.errors import OverthinkError
from overthink.core.plain import to_json
from overthink.lab.static import COMPUTED, DRAWS, simulation_numbers, tree_numbers
from overthink.lab.views import PAGE
from overthink.lab.workers.simulations import FIRST_VALUES, OFFERS, RULE_NAMES, show_simulations
from overthink.lab.workers.tree import trace_tree

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
RUN = """
import { readFileSync } from "node:fs";
import { trace } from "./views/tree/compute.js";
import { simulate } from "./views/simulations/compute.js";
const { local, asked } = JSON.parse(readFileSync(0, "utf8"));
const compute = (each) => (each.simulations ? simulate : trace)(each, local);
const tell = (each) => { try { return compute(each); } catch ({ message }) { return { error: message }; } };
for (const each of asked) console.log(JSON.stringify(tell(each)));
"""


def computed(folder: Path, asked: list[dict[str, str]]) -> list[object]:
    """What the page's own code says to these requests."""
    shutil.copytree(PAGE, folder / "page")
    (folder / "page" / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "page" / "run.js").write_text(RUN, "utf-8")
    text = json.dumps({"local": {**tree_numbers(), **simulation_numbers()}, "asked": asked})
    done = subprocess.run(
        ["node", "run.js"], cwd=folder / "page", input=text, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def requests(count: int) -> list[dict[str, str]]:
    """Settings of the view, each rule as often as the others."""
    dice = Random(count)
    found = []
    for i in range(count):
        b = dice.choice([2, 2, 2, 3, 4])
        height = dice.randint(1, {2: 8, 3: 5, 4: 4}[b])
        depth = dice.randint(1, height)
        edits = ",".join(
            f"{dice.randrange(b + 1)}:{dice.choice([-1, 1, 0, 0.5])}" for _ in range(dice.choice([0, 0, 1, 2]))
        )
        found.append({
            "source": "board-splitting", "b": str(b), "height": str(height), "depth": str(depth), "edits": edits,
            "seed": str(dice.randrange(DRAWS)), "error": str(dice.randrange(51) / 100),
            "mixing": str(dice.choice([1, 1, 0, 0.35])), "copied": str(dice.choice([0, 0, 0.5])),
            "rule": COMPUTED[i % len(COMPUTED)], "search": "full-width", "two": "1",
            "rule2": dice.choice(COMPUTED), "search2": "full-width",
        })  # fmt: skip
    return found


def simulation_requests(count: int) -> list[dict[str, str]]:
    """Settings of Simulations, each rule as often as the others, in both games that the page knows."""
    dice = Random(count)
    laws = [*OFFERS["critical-win-loss"].parameters[2].choices]
    found = []
    for i in range(count):
        own: dict[str, object] = {"b": dice.randint(2, 8), "gamma": dice.randrange(21) / 20, "law": dice.choice(laws)}
        source = dice.choice(["critical-win-loss", "board-splitting"])
        if source == "board-splitting":
            b = dice.randint(2, 6)
            own = {
                "b": b, "height": dice.randint(1, {2: 12, 3: 7, 4: 5, 5: 5, 6: 4}[b]), "copied": 0,
                "mixing": dice.choice([1, 1, 0, 0.35]), "error": dice.randrange(51) / 100,
            }  # fmt: skip
        shared = {
            "source": source, "simulations": dice.randint(8, dice.choice([40, 200])), "seed": dice.randrange(DRAWS),
            "exploration": dice.randrange(41) / 20, "value": dice.choice([*FIRST_VALUES]),
            "rule": RULE_NAMES[i % len(RULE_NAMES)],
        }  # fmt: skip
        found.append({name: str(value) for name, value in (own | shared).items()})
    return found


def expected(asked: dict[str, str]) -> object:
    """What the lab says, or why it refuses."""
    try:
        return json.loads(to_json(show_simulations(asked)) if "simulations" in asked else trace_tree(dict(asked)))
    except OverthinkError as refused:
        return {"error": str(refused)}


def first_difference(one: object, other: object, place: str = "") -> str:
    """Where two answers differ first; a whole number may be written as 1 or as 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = (first_difference(one[key], other[key], f"{place}.{key}") for key in one if key in other)
        return next(filter(None, keys), "" if one.keys() == other.keys() else f"{place}: {one.keys() ^ other.keys()}")
    if isinstance(one, list) and isinstance(other, list):
        parts = (first_difference(a, b, f"{place}[{i}]") for i, (a, b) in enumerate(zip(one, other)))
        return next(filter(None, parts), "" if len(one) == len(other) else f"{place}: {len(one)} and {len(other)}")
    if place == ".error":
        return "" if str(one)[:60] == str(other)[:60] else f"{one} and {other}"
    return "" if one == other else f"{place}: {one} and {other}"


@pytest.mark.parametrize("ask", [requests, simulation_requests])
@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.exhaustive)])
def test_the_page_computes_what_python_does(
    tmp_path: Path, ask: Callable[[int], list[dict[str, str]]], count: int
) -> None:
    asked = ask(count)
    wrong = [
        f"{each}: {difference}"
        for each, found in zip(asked, computed(tmp_path, asked), strict=True)
        if (difference := first_difference(expected(each), found))
    ]
    assert not wrong, "\n".join([f"{len(wrong)} of {count}", *wrong[:5]])


def test_the_papers_trees_too(tmp_path: Path) -> None:
    names = ["emm-figure-3", "emm-slides", "emm-flip", "minimax-figure-1"]
    asked = [{"example": name, "rule": rule} for name in names for rule in ("minimax", "emm", "product")]
    for each, found in zip(asked, computed(tmp_path, asked), strict=True):
        assert not first_difference(expected(each | {"search": "full-width"}), found), each
