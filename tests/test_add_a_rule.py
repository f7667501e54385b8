"""A rule from outside the package: one file and one line, and it is everywhere a rule of the library is."""

import json
import math

import pytest

import overthink as ot
from overthink.lab.workers import depth_curve
from overthink.lab.workers.doctor import rules as examined_rules
from overthink.lab.workers.play import BOARDS
from overthink.lab.workers.trace import lines_of, trace_rule
from overthink.lab.workers.tree import choices, trace_tree
from overthink.report.charts import colours, curves
from overthink.rules.rule import PALETTE, Steps
from overthink_papers.experiments.surfaces import winners


@ot.kernel
def start():
    return -math.inf, -math.inf


@ot.kernel
def add(node, message):
    best, second = node
    value = message[0]
    if value > best:
        return value, best
    return best, max(second, value)


@ot.kernel
def aggregate(node):
    best, second = node
    if second == -math.inf:
        return (best,)
    return (0.75 * best + 0.25 * second,)


def build(name: str, **looks: object) -> ot.Rule:
    return ot.Rule(
        name, "three parts the best child, one part the second best", "tests", start, add, aggregate, **looks
    )


PLAIN = build("plain-doubt")  # gives nothing that may be left out
DRESSED = build(
    "doubt",
    label="Doubt",
    colour="#123456",
    fold=("best", "second"),
    steps=Steps("best, second ← the best two", "value ← ¾ best + ¼ second"),
)


@pytest.fixture(params=[PLAIN, DRESSED], ids=lambda rule: rule.name)
def rule(request: pytest.FixtureRequest) -> ot.Rule:
    return ot.register(request.param)


class Heap:
    """A Python game: take one or two from a heap; the last to take wins."""

    def __init__(self, stones: int = 7):
        self.stones = stones

    def initial(self) -> tuple[int, int]:
        return self.stones, 1

    def mover(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, -state[1]

    def utility(self, state: tuple[int, int]) -> float:
        return float(-state[1])


def opinion(state: tuple[int, int]) -> float:
    return 0.1 * state[0] - 0.3 * state[1]


def test_decide(rule: ot.Rule, compiled: None) -> None:
    tree = ot.Tree.literal([[1.0, 0.2], [0.9, 0.8, -1.0]], mover=-1, static=0)
    assert ot.decide(tree, rule=rule.name, depth=2).moves == (0,)
    assert ot.decide(Heap(), rule=rule.name, depth=3, evaluate=opinion).moves
    kalah = ot.Kalah.real(4, 3, "win")
    decision = ot.decide(kalah, rule=rule.name, depth=3, evaluate=ot.store_difference(kalah))
    assert decision.moves and decision.error == 0.0


def test_doctor(rule: ot.Rule) -> None:
    states = [(n, side) for n in range(4, 12) for side in (1, -1)]
    diagnosis = ot.diagnose(
        Heap(), opinion, positions=states, depths=(1, 2, 3), rules=["minimax", rule.name], truth="solve"
    )
    assert rule.name in diagnosis.judgements and rule.name in str(diagnosis)


def test_report(rule: ot.Rule) -> None:
    rows = [
        {"rule": name, "depth": depth, "g": 2, "mean": 0.5, "low": 0.4, "high": 0.6, "case": "a"}
        for name in ("minimax", "althofer", rule.name)
        for depth in (1, 2)
    ]
    axis = curves(rows, "depth", "rule", None, {"x": "depth", "y": "share"}).axes[0]
    assert rule.label in [text.get_text() for text in axis.texts]
    assert winners(rows, "depth", "g", "case", "rule", {"x": "depth", "y": "g"})
    inks = colours(["minimax", "althofer", rule.name])
    assert inks["minimax"] == "#000000" and len(set(inks.values())) == 3
    assert not rule.colour or inks[rule.name] == rule.colour


def test_lab(rule: ot.Rule) -> None:
    tree = ot.Tree.literal([[1.0, 0.2], [0.9, 0.8, -1.0]], mover=-1, static=0)
    trace = trace_rule(tree, rule.name, "full-width", 2)
    assert trace.moves == (0,) and len(trace.names) == 2
    kinds = [kind for kind, _ in lines_of(rule.name, "full-width")]
    assert {"enter", "leaf", "back", "done"} <= set(kinds)
    entry = next(each for each in json.loads(choices())["rules"] if each["name"] == rule.name)
    assert (entry["label"], entry["searches"]) == (rule.label, ["full-width"])
    run = json.loads(trace_tree({"source": "board-splitting", "height": "3", "depth": "2", "rule": rule.name}))["runs"][
        0
    ]
    assert run["rule"] == rule.name and run["code"] and run["events"]
    looks = depth_curve.styles()
    assert looks[rule.name]["label"] == rule.label
    assert looks[rule.name]["colour"] == rule.colour or (not rule.colour and looks[rule.name]["colour"] in PALETTE)
    assert rule.name in depth_curve.subjects()["board-splitting"].rules and rule.name in BOARDS["kalah"].rules
    assert rule.name in examined_rules()["rules"]
    shown = [each for each in depth_curve.curve({"rules": f"minimax,{rule.name}", "height": "3"}) if each]
    assert rule.name in shown[-1]["rules"]


def test_what_is_refused(rule: ot.Rule) -> None:
    with pytest.raises(ot.OverthinkError, match="has a rule named 'minimax'"):
        ot.register(build("minimax"))
    with pytest.raises(ot.OverthinkError, match="colour of 'mauve' is not known"):
        build("other", colour="mauve")
    with pytest.raises(ot.OverthinkError, match=r"an ot\.Rule"):
        ot.register("doubt")  # type: ignore[arg-type]
