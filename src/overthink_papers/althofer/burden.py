"""What Althöfer's rule costs a program that deepens step by step: evaluations and nodes, beside alpha-beta for minimax.

Both search depths 1, 2, … d, each with its own alpha-beta. Alpha-beta for minimax evaluates where a search stops;
Althöfer's evaluates every node that it visits. "kept": a position that was evaluated at a smaller depth is not
evaluated again, as in a program with a table. "anew": every search evaluates for itself. Trees as in `nodes`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.game import Game
from overthink.core.json_text import Fields
from overthink.core.kinds import State
from overthink.core.randomness import seed_key
from overthink.core.tree import Tree
from overthink.evaluate import noisy, truth
from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.report.curves import curves
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.decide import ENDLESS, look_at
from overthink.search.subject import of_tree
from overthink.studies.checks import above
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means
from overthink.studies.study import Picture, one_figure
from overthink_papers.althofer.nodes import SIGMA

DEPTHS = {2: (4, 6, 8), 3: (3, 4, 5), 4: (3, 4)}
SETTINGS: tuple[Setting, ...] = tuple({"b": b, "depth": depth} for b, depths in DEPTHS.items() for depth in depths)
PLAYERS = {"minimax": "alpha-beta", "althofer": "althofer-alpha-beta"}
MEASURES = ("evaluations kept", "evaluations anew", "nodes")
MUCH, ALL = 1.1, 0.99
BURDEN = (
    "for programs that use iterative deepening, Althöfer's algorithm will not add much additional computational burden"
)
ALREADY = "they already apply the evaluation function to internal nodes as well as leaf nodes"
READINGS = {
    "evaluations kept": Reading(),
    "evaluations anew": Reading(ReadingKind.OPEN, "every search evaluates anew"),
    "nodes": Reading(ReadingKind.OPEN, "the burden is the number of nodes"),
}


def deepened(tree: Tree, rule: str, depth: int) -> dict[str, float]:
    """What searches to depths 1 … `depth` take together; and of the inner nodes of the last one, the share that was
    evaluated before."""
    evaluated, visited, calls, nodes = set[int](), set[int](), 0, 0
    before = set[int]()
    for looked in range(1, depth + 1):
        subject = of_tree(tree, 0, RULES[rule], looked)
        reads, opened = list[int](), set[int]()
        words = subject.names

        def static(game: Game[State], node: Any, words: Fields = words, reads: list[int] = reads) -> Any:
            reads.append(int(node))
            return words["static"].interpreted(game, node)

        def count(game: Game[State], node: Any, words: Fields = words, opened: set[int] = opened) -> Any:
            opened.add(int(node))
            return words["count"].interpreted(game, node)

        position = replace(subject, compiled=False, names={**words, "static": static, "count": count})
        decision, _ = look_at(position, RULES[rule], SEARCHES[PLAYERS[rule]], looked, False, ENDLESS)
        nodes += decision.nodes.total
        calls += len(reads)
        plies = np.searchsorted(tree.levels, sorted(opened), side="right") - 1
        before, visited = set(evaluated), {n for n, ply in zip(sorted(opened), plies) if 0 < ply < looked}
        evaluated |= set(reads)
    share = len(visited & before) / len(visited) if visited else 1.0
    return dict(zip((*MEASURES, "evaluated before"), (len(evaluated), calls, nodes, share)))


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    b, depth, own = setting["b"], setting["depth"], int(seed_key("althofer/burden", seed)) >> 1
    model = BoardSplittingModel(height=depth + 1, branching=b, p=0.5, nontrivial=False)
    points: list[Point] = [{"rule": rule, "measure": m} for rule in PLAYERS for m in (*MEASURES, "evaluated before")]
    columns = []
    for number in range(start, stop):
        tree = noisy(truth, SIGMA)(model.draw(number, number + 1, own), own)
        costs = {rule: deepened(tree, rule, depth) for rule in PLAYERS}
        columns.append([costs[point["rule"]][point["measure"]] for point in points])
    return points, np.array(columns).T


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [{**row, "line": f"{row['rule']}, {row['measure']}"} for row in rows if row["measure"] in MEASURES]
    return curves(named, "depth", "line", "b", {"x": "depth (plies)", "y": "in all searches"}, "b = ", log=True)


def added(samples: Samples, measure: str, setting: Setting) -> Estimate:
    """What Althöfer's rule takes, over what minimax takes."""
    althofer, minimax = samples.curve("rule", ("althofer", "minimax"), measure=measure, **setting)
    return ratio(althofer, minimax)


def not_much(samples: Samples, measure: str) -> Evidence:
    """At most a tenth more, at every depth."""
    shares = {(at["b"], at["depth"]): added(samples, measure, at) for at in SETTINGS}
    shown = ", ".join(f"{estimate.mean:.2f}" for estimate in shares.values())
    most = max(shares.values(), key=lambda estimate: estimate.mean)
    flipped = Estimate(MUCH - most.mean, MUCH - most.high, MUCH - most.low, most.n)
    finding = above(flipped, 0.0, f"times as many: {shown}, by b and depth; allowed {MUCH:g}")
    return replace(finding, estimate=most)


def before(samples: Samples, rule: str, limit: float) -> Evidence:
    """More than such a share of the inner nodes of the deepest search was evaluated by one before."""
    shares = [samples(rule=rule, measure="evaluated before", **at) for at in SETTINGS]
    least = min(shares, key=lambda share: float(share.mean()))
    return above(Estimate.share(least), limit, f"{least.mean():.3f} of them at the least, wanted above {limit:g}")


def burden(measure: str) -> Claim:
    return Claim(
        f"{measure}: at most a tenth more than alpha-beta for minimax, at every depth",
        BURDEN,
        lambda s: not_much(s, measure),
        "[Abdelbar2012] section 5",
        READINGS[measure],
        '"not much" is a tenth',
    )


CLAIMS: tuple[Claim, ...] = (
    *(burden(measure) for measure in MEASURES),
    Claim(
        "minimax: all inner nodes of a search were evaluated by an earlier one",
        ALREADY,
        lambda s: before(s, "minimax", ALL),
        "[Abdelbar2012] section 2",
        Reading(words="to all internal nodes"),
        "1 in 100 may be new",
    ),
    Claim(
        "minimax: most inner nodes of a search were evaluated by an earlier one",
        ALREADY,
        lambda s: before(s, "minimax", 0.5),
        "[Abdelbar2012] section 2",
        Reading(ReadingKind.OPEN, "to most internal nodes"),
    ),
    Claim("althofer: most inner nodes of its searches were too", NOT_IN_PRINT, lambda s: before(s, "althofer", 0.5)),
)

STUDY = one_figure(
    name="althofer/burden",
    title="what Althöfer's rule adds to iterative deepening",
    source="[Abdelbar2012] section 5",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    draw=draw,
    caption="Evaluations and nodes of all searches from depth 1 on, for Althöfer's alpha-beta and for alpha-beta of "
    "minimax, on the same trees.",
    claims=CLAIMS,
    rows=means,
    block=30,
)
