"""Figure 11: Figure 6 with the product rule, b = 2 and 3."""

from overthink.studies.checks import FLAT_CHANGE, AllOf, AlwaysBetter, Falls, NeverFalls, at, curve, for_each
from overthink.studies.claim import Claim, Reading, quote
from overthink.studies.samples import Setting
from overthink_papers.emm.branching import both_squares, by_branching, odd, split
from overthink_papers.emm.readings import HALF, ROOTS, SLIGHT, Root, best_or_nearly
from overthink_papers.experiments.accuracy import players

CONTEST = players("minimax", "product", "emm", "emm-value")
RIVALS = ("minimax", "product")
ONLY = "EMM is the only algorithm that does not exhibit pathological characteristics"


def contests(
    pairs: tuple[tuple[str, str], ...], where: Setting, depths: tuple[int, ...], by: float = 0.0, level: float = 0.95
) -> AlwaysBetter:
    """In each pair the first rule is better than the second by more than `by`, at every depth."""
    return AlwaysBetter(
        tuple(
            (at(rule=one, depth=depth, **where), at(rule=other, depth=depth, **where))
            for depth in depths
            for one, other in pairs
        ),
        by,
        level,
    )


def inside(where: Setting) -> tuple[int, ...]:
    """The odd depths without the first and the last."""
    return odd(where)[1:-1]


def _only(where: Setting, emm: str) -> AllOf:
    rivals = (Falls(curve("depth", odd(where)[:-1], rule=rule, **where)) for rule in RIVALS)
    return AllOf((NeverFalls(curve("depth", odd(where), rule=emm, **where)), *rivals))


def against_rivals(emm: str) -> tuple[tuple[str, str], ...]:
    """This rule beside each of the others."""
    return tuple((emm, rival) for rival in RIVALS)


def product_claims(root: Root, reading: Reading, settings: list[Setting]) -> tuple[Claim, ...]:
    """b = 2 and 3 are one set of experiments."""
    clearly = "EMM clearly outperforms the other algorithms as the search depth … increases"
    pairs = against_rivals(root.emm)
    return (
        quote(clearly, for_each(settings, lambda w: contests(pairs, w, inside(w))), root.reading(reading)),
        quote(ONLY, for_each(settings, lambda w: _only(w, root.emm)), root.reading(reading), tolerance=SLIGHT),
    )


HALVES = split(both_squares((2, 3)))[0][1]


def _at_half(root: Root) -> tuple[Claim, Claim]:
    pairs, reading = against_rivals(root.emm), root.reading(HALF)
    return (
        quote(
            "in depth 5, P < 0.01 in a t test against both algorithms",
            for_each(HALVES, lambda where: contests(pairs, where, (5,), level=0.99)),
            reading,
        ),
        best_or_nearly(for_each(HALVES, lambda where: contests(pairs, where, odd(where), -FLAT_CHANGE)), reading),
    )


STUDY = by_branching(
    name="emm/fig11",
    title="P-games: EMM, minimax and the product rule, b = 2 and 3",
    source="[Zuckerman2018] Figure 11",
    settings=both_squares((2, 3)),
    contest=CONTEST,
    caption="The product rule aggregates errors as EMM does, but never lets the static value replace the search's.",
    claims=(
        *(claim for root in ROOTS for part in split(both_squares((2, 3))) for claim in product_claims(root, *part)),
        *(claim for root in ROOTS for claim in _at_half(root)),
    ),
    edition=3,
)
