"""What Althöfer's rule costs a program that deepens step by step: evaluations and nodes, beside alpha-beta for minimax.

Both search depths 1, 2, … d, each with its own alpha-beta. Alpha-beta for minimax evaluates where a search stops;
Althöfer's evaluates every node that it visits. "kept": a position that was evaluated at a smaller depth is not
evaluated again, as in a program with a table. "anew": every search evaluates for itself. Trees as in `nodes`.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.game import Game
from overthink.core.kinds import State
from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.evaluate.spoil import noisy, truth
from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.look import ENDLESS_NODES, look_at
from overthink.search.subjects.tree import of_tree
from overthink.studies.checks import Computed, above
from overthink.studies.claim import Evidence, Reading, ReadingKind, own_claim, quote
from overthink.studies.samples import Point, Samples, Setting, means
from overthink.studies.study import one_figure
from overthink_papers.althofer.nodes import SIGMA
from overthink_papers.experiments.scaffold import one_by_one, own_seed, plot

DEPTHS = {2: (4, 6, 8), 3: (3, 4, 5), 4: (3, 4)}
SETTINGS: tuple[Setting, ...] = tuple({"b": b, "depth": depth} for b, depths in DEPTHS.items() for depth in depths)
PLAYERS = {"minimax": "alpha-beta", "althofer": "althofer-alpha-beta"}
MEASURES = ("evaluations kept", "evaluations anew", "nodes")
POINTS: list[Point] = [{"rule": rule, "measure": m} for rule in PLAYERS for m in (*MEASURES, "evaluated before")]
LABELS = {"x": "depth (plies)", "y": "in all searches"}
MUCH = 1.1  # times as many
ALL = 0.99  # a share
BURDEN = (
    "for programs that use iterative deepening, Althöfer's algorithm will not add much additional computational burden"
)
ALREADY = "they already apply the evaluation function to internal nodes as well as leaf nodes"


def deepen(tree: Tree, rule: str, depth: int) -> dict[str, float]:
    """What searches to depths 1 … `depth` take together; and of the inner nodes of the last one, the share that was
    evaluated before."""
    evaluated = set[int]()
    visited = set[int]()
    calls = 0
    nodes = 0
    before = set[int]()
    for looked in range(1, depth + 1):
        subject = of_tree(tree, 0, RULES[rule], looked)
        reads = list[int]()
        opened = set[int]()
        words = subject.names

        def static(game: Game[State], node: int, words: Fields = words, reads: list[int] = reads) -> Any:
            reads.append(int(node))
            return words["static"].interpreted(game, node)

        def count(game: Game[State], node: int, words: Fields = words, opened: set[int] = opened) -> Any:
            opened.add(int(node))
            return words["count"].interpreted(game, node)

        position = replace(subject, compiled=False, names={**words, "static": static, "count": count})
        decision, _ = look_at(position, RULES[rule], SEARCHES[PLAYERS[rule]], looked, False, ENDLESS_NODES)
        nodes += decision.nodes.total
        calls += len(reads)
        plies = np.searchsorted(tree.levels, sorted(opened), side="right") - 1
        before = set(evaluated)
        visited = {n for n, ply in zip(sorted(opened), plies) if 0 < ply < looked}
        evaluated |= set(reads)
    share = len(visited & before) / len(visited) if visited else 1.0
    return dict(zip((*MEASURES, "evaluated before"), (len(evaluated), calls, nodes, share)))


@one_by_one(POINTS)
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """What each player spends on one tree, as in POINTS."""
    b = setting["b"]
    depth = setting["depth"]
    own = own_seed("althofer/burden", seed)
    model = BoardSplittingModel(height=depth + 1, branching=b, p=0.5, nontrivial=False)
    tree = noisy(truth, SIGMA)(model.draw(number, number + 1, own), own)
    costs = {rule: deepen(tree, rule, depth) for rule in PLAYERS}
    return [costs[point["rule"]][point["measure"]] for point in POINTS]


def _not_much(measure: str) -> Computed:
    def judge(samples: Samples) -> Evidence:
        both = (samples.curve("rule", ("althofer", "minimax"), measure=measure, **at) for at in SETTINGS)
        shares = [ratio(althofer, minimax) for althofer, minimax in both]
        shown = ", ".join(f"{estimate.mean:.2f}" for estimate in shares)
        most = max(shares, key=lambda estimate: estimate.mean)
        room = Estimate(MUCH - most.mean, MUCH - most.high, MUCH - most.low, most.n)
        return replace(above(room, 0.0, f"times as many: {shown}, by b and depth; allowed {MUCH:g}"), estimate=most)

    return Computed(judge, f"{measure}: at most a tenth more than alpha-beta for minimax, at every depth")


def _before(rule: str, limit: float, words: str) -> Computed:
    def judge(samples: Samples) -> Evidence:
        shares = [samples(rule=rule, measure="evaluated before", **at) for at in SETTINGS]
        least = min(shares, key=lambda share: float(share.mean()))
        return above(Estimate.share(least), limit, f"{least.mean():.3f} of them at the least, wanted above {limit:g}")

    return Computed(judge, f"{rule}: {words} inner nodes of a search were evaluated by an earlier one")


SECTION_2, SECTION_5 = "[Abdelbar2012] section 2", "[Abdelbar2012] section 5"
ANEW = Reading(ReadingKind.OPEN, "every search evaluates again")
MOST_NODES = Reading(ReadingKind.OPEN, "to most internal nodes")
CLAIMS = (
    quote(BURDEN, _not_much("evaluations kept"), source=SECTION_5, tolerance='"not much" is a tenth'),
    quote(BURDEN, _not_much("evaluations anew"), ANEW, SECTION_5, '"not much" is a tenth'),
    quote(
        ALREADY,
        _before("minimax", ALL, "all"),
        Reading(words="to all internal nodes"),
        SECTION_2,
        "1 in 100 may be new",
    ),
    quote(ALREADY, _before("minimax", 0.5, "most"), MOST_NODES, SECTION_2),
    own_claim(_before("althofer", 0.5, "most")),
)

STUDY = one_figure(
    name="althofer/burden",
    title="what Althöfer's rule adds to iterative deepening",
    source="[Abdelbar2012] section 5",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 300},
    draw=plot("depth", "{rule}, {measure}", "b", LABELS, "b = ", lambda row: row["measure"] in MEASURES, log=True),
    caption="Evaluations and nodes of all searches from depth 1 on, for Althöfer's alpha-beta and for alpha-beta of "
    "minimax, on the same trees.",
    claims=CLAIMS,
    rows=means,
    block=30,
)
