"""Section 4.2 and Figure 2: nodes that are evaluated without error; exact. Either a share of the nodes of every level,
one as likely as another, or games that end early, which stand for subtrees whose nodes all have the same value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from overthink.models.win_loss import WinLoss, graded, reliable
from overthink.report.curves import curves
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.exact import (
    Numbers,
    all_fall,
    all_grow,
    by_parity,
    exact_study,
    known,
    numbers,
    shown,
)

BRANCHING = (2, 3, 5)
ERROR = 0.1
DEPTHS = range(9)  # 0: the evaluation of the root itself
SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9)
MANY = SHARES[-1]
KINDS = ("spread evenly", "spread evenly, known", "early ends")
REDUCES = (
    "If sufficiently many nodes in a game tree are evaluated reliably (i.e., without error or with a very small error) "
    "compared to other nodes on their level, minimaxing reduces the heuristic error"
)
SPREAD = "a share of the nodes of every level, one as likely as another"
KNOWN = Reading(ReadingKind.OPEN, f"{SPREAD}, and they get values of their own")
ENDS = Reading(ReadingKind.OPEN, "the reliable nodes are early ends, or lie in subtrees of one utility")
EARLY = (
    "Early terminal nodes may also be considered as a case of local similarity, since they can be interpreted as the "
    "roots of subtrees in which all the nodes have the same value."
)


def model(setting: Setting) -> WinLoss:
    opinions, share = graded(ERROR), setting["share"]
    if setting["kind"] == "early ends":
        return WinLoss(setting["b"], opinions, ends=share)
    return WinLoss(setting["b"], reliable(opinions, share, known="known" in setting["kind"]))


def measure(setting: Setting) -> Numbers:
    """The error of the root's value and of decisions at each depth, and how often siblings have the same utility."""
    tree = model(setting)
    for depth in DEPTHS:
        yield {"of": "value", "depth": depth}, tree.value_error(depth)
    for depth in DEPTHS[1:]:
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
    yield {"of": "equal", "depth": 0}, tree.equal_siblings()


def lines(samples: Samples, of: str, kind: str, share: float) -> list[Sequence[float]]:
    """Curves over depth, within each parity, for every branching factor."""
    depths = DEPTHS if of == "value" else DEPTHS[1:]
    every = [numbers(samples, "depth", depths, of=of, kind=kind, share=share, b=b) for b in BRANCHING]
    return [half for line in every for half in by_parity(line)]


def falls(samples: Samples, of: str, kind: str) -> Evidence:
    """With the largest share, an error falls with depth."""
    errors = lines(samples, of, kind, MANY)
    return all_fall(errors, f"share {MANY:g}, b = 2: {shown(errors[0], 4)}")


def alike(samples: Samples) -> Evidence:
    """The more games end early, the more often siblings have the same utility."""
    shares = [numbers(samples, "share", SHARES, of="equal", depth=0, kind="early ends", b=b) for b in BRANCHING]
    return all_grow(shares, f"b = 2: {shown(shares[0])}")


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [row for row in rows if row["of"] == "value" and row["b"] == 2]
    labels = {"x": "search depth", "y": "error of the root's value (b = 2)", **{str(s): f"share {s}" for s in SHARES}}
    return curves(kept, "depth", "share", "kind", labels)


FIGURE = Figure(
    name="nau/background-reliable",
    title="reliably evaluated nodes and early ends",
    source="[Nau2010] section 4.2, Figure 2",
    draw=draw,
    caption="How often the root is misjudged, by depth, exact, if a share of the nodes is evaluated without error. "
    "Spread evenly, these nodes lower the error and depth still raises it; as early ends, they make depth pay.",
    claims=(
        Claim(
            "spread evenly: the error of the root's value falls with depth",
            REDUCES,
            partial(falls, of="value", kind=KINDS[0]),
        ),
        Claim(
            "spread evenly and known: the error of the root's value falls with depth",
            REDUCES,
            partial(falls, of="value", kind=KINDS[1]),
            reading=KNOWN,
        ),
        Claim(
            "early ends: the error of the root's value falls with depth",
            REDUCES,
            partial(falls, of="value", kind=KINDS[2]),
            reading=ENDS,
        ),
        Claim(
            "spread evenly: deeper searches decide better",
            "which means that a larger search depth is beneficial",
            partial(falls, of="decision", kind=KINDS[0]),
        ),
        Claim(
            "early ends: deeper searches decide better",
            "which means that a larger search depth is beneficial",
            partial(falls, of="decision", kind=KINDS[2]),
            reading=ENDS,
        ),
        Claim(
            "reliable nodes raise local similarity: the more early ends, the more often siblings are equal",
            "reliably evaluated nodes (Subsection 4.3), maps into local similarity",
            alike,
            "[Nau2010] section 4",
        ),
        Claim("the more early ends, the more often siblings have the same utility", EARLY, alike),
        Claim(
            "the more subtrees of one utility, the more often siblings have the same utility",
            "this is a special case of local similarity, by noticing that for nearly every node in the subtree, most "
            "or all of the nearby nodes will have the same utility",
            alike,
        ),
    ),
    rows=known,
)
STUDY = exact_study("nau/background-reliable", grid(kind=KINDS, share=SHARES, b=BRANCHING), measure, (FIGURE,))
