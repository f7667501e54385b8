"""Figure 1: a graph G and its game tree T.

The text gives no edges; every graph that fits what it says is listed. G's root is n_1, and T has 7 pairs of siblings,
so three plies of two moves each. There are three paths to the terminal node n_8, whose utility is 2; no two terminal
nodes have the same utility; there are several paths to nearly every terminal node. Nodes are numbered row by row,
utilities are 1, 2, 3, …
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product

from overthink.studies.checks import Computed, exact_verdict
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Samples, Setting
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.exact_numbers import Numbers, exact_study

WIDTHS = {3: (0, 1, 1, 2), 4: (0, 1, 2, 3)}  # the second row: the successors of n_2, then those of n_3
TERMINALS = (2, 3, 4)
ONCE = 1  # “nearly every”: at most this many terminal nodes with a single path
PAIRS, PRINTED_PAIRS = 7, 3
Families = tuple[tuple[int, int], ...]  # the terminal nodes after each node of the second row


def graphs(width: int, terminals: int) -> Iterator[Families]:
    """Every way to lead the second row to the terminal nodes that fits the text."""
    n8 = 8 - (4 + width)  # among the terminal nodes
    for families in product(combinations(range(terminals), 2), repeat=width):
        paths = Counter(end for node in WIDTHS[width] for end in families[node])
        order = list(dict.fromkeys(end for family in families for end in family))
        several = sum(count == 1 for count in paths.values()) <= ONCE
        if order == list(range(terminals)) and paths[n8] == 3 and several:
            yield families


def equal_pairs(width: int, families: Families, utilities: tuple[int, ...], max_moves: bool) -> int:
    """How many of the seven pairs of siblings in T have the same utility."""
    own, other = (max, min) if max_moves else (min, max)
    a, b, c, d = WIDTHS[width]
    second = [own(utilities[end] for end in family) for family in families]
    first = other(second[a], second[b]), other(second[c], second[d])
    leaves = [tuple(utilities[end] for end in families[node]) for node in WIDTHS[width]]
    pairs = [first, (second[a], second[b]), (second[c], second[d]), *leaves]
    return sum(one == two for one, two in pairs)


def count_graphs(setting: Setting) -> Numbers:
    """How many graphs with how many equal pairs there are, whoever moves first."""
    width = setting["width"]
    counts = Counter(
        equal_pairs(width, families, utilities, max_moves)
        for terminals in TERMINALS
        for families in graphs(width, terminals)
        for utilities in permutations(range(1, terminals + 1))
        for max_moves in (True, False)
        if utilities[8 - (4 + width)] == 2
    )
    for equal in range(PAIRS + 1):
        yield {"equal": equal}, float(counts[equal])


def _three_of_seven(samples: Samples) -> Evidence:
    counts = {k: sum(float(samples(width=width, equal=k)[0]) for width in WIDTHS) for k in range(PAIRS + 1)}
    shown = ", ".join(f"{k}: {count:.0f}" for k, count in counts.items() if count)
    found = counts[PRINTED_PAIRS]
    return exact_verdict(found > 0, found, f"graphs by equal pairs: {shown}", margin=found)


COUNTS = {"x": "pairs of siblings with the same utility, of 7", "y": "graphs that fit the text"}
COUNTS |= {"3": "3 nodes in the second row", "4": "4 nodes"}
STUDY = exact_study(
    name="nau/background-fig1",
    title="Figure 1: every graph that fits the text",
    source="[Nau2010] section 4.1, Figure 1",
    settings=tuple({"width": width} for width in WIDTHS),
    measure=count_graphs,
    draw=plot("equal", "width", None, COUNTS),
    caption="Graphs of three plies with all that the text says of Figure 1, by the number of pairs of siblings in the "
    "game tree that have the same utility.",
    claims=(
        Claim(
            "some graph with all that the text says has 3 equal pairs of 7",
            "in 3 of the 7 pairs of sibling nodes in T, the siblings have the same the utility value",
            Computed(_three_of_seven, "some graph has 3 equal pairs of 7"),
        ),
    ),
    across="equal",
)
