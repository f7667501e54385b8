"""Section 4.2: nodes that are evaluated without error; exact.

They are a share of the nodes of every level, one as likely as another; or games that end early, which stand for
subtrees whose nodes all have the same value.
"""

from overthink.studies.checks import Computed, curve
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Setting, grid
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.background.exact_trees import WinLoss, graded, reliable
from overthink_papers.nau.exact_numbers import Numbers, exact_study, rises

BRANCHING = (2, 3, 5)
ERROR = 0.1
DEPTHS = range(9)  # 0: the evaluation of the root itself
SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9)
KINDS = ("spread evenly", "spread evenly, known", "early ends")
REDUCES = (
    "If sufficiently many nodes in a game tree are evaluated reliably (i.e., without error or with a very small error) "
    "compared to other nodes on their level, minimaxing reduces the heuristic error"
)
BENEFICIAL = "which means that a larger search depth is beneficial"
EARLY_ENDS = Reading(ReadingKind.OPEN, "the reliable nodes are early ends, or lie in subtrees of one utility")


def measure(setting: Setting) -> Numbers:
    """The error of the root's value and of decisions at each depth, and how often siblings have the same utility."""
    opinions = graded(ERROR)
    share = setting["share"]
    kind = setting["kind"]
    if kind == "early ends":
        tree = WinLoss(setting["b"], opinions, ends=share)
    else:
        tree = WinLoss(setting["b"], reliable(opinions, share, known="known" in kind))
    for depth in DEPTHS:
        yield {"of": "value", "depth": depth}, tree.value_error(depth)
    for depth in DEPTHS[1:]:
        yield {"of": "decision", "depth": depth}, tree.decision_error(depth)
    yield {"of": "equal", "depth": 0}, tree.equal_siblings()


def _falls(of: str, kind: str) -> Computed:
    depths = DEPTHS if of == "value" else DEPTHS[1:]
    return rises([curve("depth", depths, of=of, kind=kind, share=SHARES[-1], b=b) for b in BRANCHING], down=True)


# The more games end early, the more often siblings have the same utility.
ALIKE = rises(tuple(curve("share", SHARES, of="equal", depth=0, kind="early ends", b=b) for b in BRANCHING))

LABELS = {"x": "search depth", "y": "error of the root's value (b = 2)", **{str(s): f"share {s}" for s in SHARES}}
STUDY = exact_study(
    name="nau/background-reliable",
    title="reliably evaluated nodes and early ends",
    source="[Nau2010] section 4.2, Figure 2",
    settings=grid(kind=KINDS, share=SHARES, b=BRANCHING),
    measure=measure,
    draw=plot("depth", "share", "kind", LABELS, keep=lambda row: row["of"] == "value" and row["b"] == 2),
    caption="How often the root is misjudged, by depth, exact, if a share of the nodes is evaluated without error. "
    "Spread evenly, these nodes lower the error and depth still raises it; as early ends, they make depth pay.",
    claims=(
        Claim("spread evenly: the error of the root's value falls with depth", REDUCES, _falls("value", KINDS[0])),
        Claim(
            "early ends: the error of the root's value falls with depth",
            REDUCES,
            _falls("value", KINDS[2]),
            reading=EARLY_ENDS,
        ),
        Claim("spread evenly: deeper searches decide better", BENEFICIAL, _falls("decision", KINDS[0])),
        Claim(
            "early ends: deeper searches decide better", BENEFICIAL, _falls("decision", KINDS[2]), reading=EARLY_ENDS
        ),
        Claim(
            "reliable nodes raise local similarity: the more early ends, the more often siblings are equal",
            "reliably evaluated nodes (Subsection 4.3), maps into local similarity",
            ALIKE,
            "[Nau2010] section 4",
        ),
        Claim(
            "the more early ends, the more often siblings have the same utility",
            "Early terminal nodes may also be considered as a case of local similarity, since they can be interpreted "
            "as the roots of subtrees in which all the nodes have the same value.",
            ALIKE,
        ),
        Claim(
            "the more subtrees of one utility, the more often siblings have the same utility",
            "this is a special case of local similarity, by noticing that for nearly every node in the subtree, most "
            "or all of the nearby nodes will have the same utility",
            ALIKE,
        ),
    ),
)
