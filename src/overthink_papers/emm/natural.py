"""Figures 7 and 8: P- and N-games with the natural evaluator, b = 2, in every reading of that evaluator.

As written: the share of wins in "many fast simulations", and of it only which side has more, for both players; EMM also
has the share as its error. "Many" is 100 here, and 1,000. Other readings count all squares instead, and minimax sees
win or loss, or the share itself. Figure 7's loss needs the former, Figures 8 and 10 the latter: all are run everywhere.
Nor does the paper say what a board with as many winning as losing squares is. As for EMM, it counts here as lost for
the player to move, who is Min wherever a search of odd depth stops; `minimax-ties` keeps it as a third value, and
`minimax-even` gives it to Min, who is the other player wherever a search of even depth stops.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from overthink.evaluate import binary, natural, simulated
from overthink.measure.paired import ratio
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import beats, better, comparable, falls, near, never_falls
from overthink.studies.claim import Claim, Reading, ReadingKind
from overthink.studies.samples import Setting, grid
from overthink.studies.study import Draw
from overthink_papers.emm.readings import SLIGHT, best_or_nearly, with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, Evaluators, Player, accuracy_curves, accuracy_study

GAMES, MANY = 100, 1000  # random games from each position, for "many fast simulations"
WIN_OR_LOSS = binary(natural, tie=1)
DEPTHS = tuple(sorted({*ODD, 4}))
CONTEST: tuple[Player, ...] = (
    ("minimax-raw", "minimax", "raw"),
    ("minimax-binary", "minimax", "binary"),
    ("minimax-even", "minimax", "even"),
    ("minimax-ties", "minimax", "ties"),
    ("emm", "emm", "raw"),
    ("emm-value", "emm-value", "raw"),
    ("product", "product", "raw"),
    ("bayes", "bayes", "raw"),
    ("vote-raw", "vote", "raw"),
    ("althofer-raw", "althofer", "raw"),
    ("minimax-simulated", "minimax", "simulated"),
    ("minimax-literal", "minimax", "literal"),
    ("emm-simulated", "emm", "simulated"),
    ("minimax-many", "minimax", "many"),
    ("emm-many", "emm", "many-shares"),
)
LABELS = {
    "minimax_raw": "minimax, share of squares",
    "minimax_binary": "minimax, win or loss",
    "minimax_literal": "minimax, simulated win or loss",
    "emm_simulated": "EMM, simulated",
    "emm": "EMM",
    "product": "product rule",
}
DRAWN = ("minimax-raw", "minimax-binary", "minimax-literal", "emm", "product", "emm-simulated")


@dataclass(frozen=True)
class Sight:
    """What the two players see of the natural evaluator: their names in the contest, and the words for it."""

    minimax: str
    emm: str
    words: str
    kind: ReadingKind = ReadingKind.OPEN

    def at(self, p: float, *words: str) -> Reading:
        return with_squares(p, self.words, *words, kind=self.kind)


LITERAL = Sight("minimax-literal", "emm-simulated", f"{GAMES} simulations, win or loss", ReadingKind.AS_WRITTEN)
LONGER = Sight("minimax-many", "emm-many", f"{MANY:,} simulations, win or loss")
BINARY = Sight("minimax-binary", "emm", "all squares, minimax sees win or loss")
RAW = Sight("minimax-raw", "emm", "all squares, minimax sees shares")


def closest(sight: Sight) -> Sight:
    """The reading whose numbers fit a figure best."""
    return replace(sight, kind=ReadingKind.CLOSEST)


def draw(panel: str | None) -> Draw:
    """The paper's lines and what decides between readings, at the depths of the text; the rest stands in the table."""
    plain = accuracy_curves(panel, **LABELS)
    return lambda samples, rows: plain(samples, [row for row in rows if row["rule"] in DRAWN and row["depth"] in ODD])


def evaluators(setting: Setting) -> Evaluators:
    return {
        "raw": natural,
        "binary": WIN_OR_LOSS,
        "even": binary(natural, tie=-1),
        "ties": binary(natural),
        "simulated": simulated(GAMES),
        "literal": binary(simulated(GAMES), tie=1),
        "many": binary(simulated(MANY), tie=1),
        "many-shares": simulated(MANY),
    }


def p_claims(p: float, sight: Sight) -> tuple[Claim, ...]:
    """What the text says of Figure 7, in one reading."""
    reading, minimax, emm = sight.at(p), sight.minimax, sight.emm
    at = f"{reading.words}: "
    return (
        Claim(
            at + "EMM does not get worse with depth (odd depths)",
            "EMM is still nonpathological, whereas minimax search is pathological",
            lambda s: never_falls(s.curve("depth", ODD, rule=emm, p=p)),
            reading=reading,
            tolerance=SLIGHT,
        ),
        Claim(
            at + "minimax gets worse up to depth 7",
            "EMM is still nonpathological, whereas minimax search is pathological",
            lambda s: falls(s.curve("depth", ODD[:4], rule=minimax, p=p)),
            reading=reading,
        ),
        *losses(p, sight),
        Claim(
            at + "EMM beats minimax at depths 3 to 9",
            "EMM still outperforms minimax with increasing search depth",
            lambda s: beats(s, (emm, minimax), "depth", ODD[1:-1], p=p),
            reading=reading,
        ),
        Claim(
            at + "EMM beats minimax at depth 7 at the 99% level",
            "in depth 7, P < 0.01 in a t test",
            lambda s: better(s(rule=emm, depth=7, p=p), s(rule=minimax, depth=7, p=p), level=0.99),
            reading=reading,
        ),
        best_or_nearly(at, lambda s: [s.curve("rule", (emm, minimax), depth=d, p=p) for d in ODD], reading),
    )


def losses(p: float, sight: Sight) -> tuple[Claim, ...]:
    """Minimax at depth 7 beside a shallower depth: "3 moves" are three of one's own, from depth 1, or three of anyone,
    from depth 4, where an even board that is lost for Min is won for the player to move."""
    other: tuple[tuple[str, int, str], ...] = ((sight.minimax, 4, ""),)
    if sight.minimax == "minimax-binary":
        other = ((sight.minimax, 4, ", an even board won for Max"), ("minimax-even", 4, ", an even board lost for Max"))
    return tuple(loss(p, sight, *before) for before in ((sight.minimax, 1, ""), *other))


def loss(p: float, sight: Sight, before: str, depth: int, words: str) -> Claim:
    reading = sight.at(p, f"from depth {depth}{words}")
    if depth == 4:
        reading = Reading(ReadingKind.OPEN, reading.words)
    return Claim(
        f"{reading.words}: minimax loses about a tenth of its accuracy by depth 7",
        "loses approximately 10% accuracy by searching ahead just 3 moves to depth 7",
        lambda s: near(ratio(s(rule=sight.minimax, depth=7, p=p), s(rule=before, depth=depth, p=p)), 0.9, 0.05),
        reading=reading,
        tolerance='"approximately 10%": 5 to 15%',
    )


FIG7 = accuracy_study(
    name="emm/fig7",
    title="P-games, natural evaluator",
    source="[Zuckerman2018] Figure 7",
    settings=grid(p=SQUARES),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, p=setting["p"]),
    evaluators=evaluators,
    contest=CONTEST,
    depths=DEPTHS,
    draw=draw("p"),
    caption="The natural evaluator counts winning squares. Whether minimax is pathological depends on how it sees "
    "them: in simulations, as a share, or only as the side that has more.",
    edition=4,
    claims=tuple(c for p in SQUARES for sight in (LITERAL, LONGER, closest(BINARY), RAW) for c in p_claims(p, sight)),
)


def steady_in_n_games(name: str, rule: str, reading: Reading) -> Claim:
    return Claim(
        f"{reading.words}: {name} does not get worse with depth (odd depths)",
        "versions of the game that were constructed to be completely nonpathological",
        lambda s: never_falls(s.curve("depth", ODD, rule=rule)),
        reading=reading,
        tolerance=SLIGHT,
    )


def comparison(sight: Sight, depth: int, reading: Reading) -> Claim:
    return Claim(
        f"{reading.words}: EMM is comparable at depth {depth}",
        "EMM performs comparably with minimax",
        lambda s: comparable(s(rule=sight.emm, depth=depth), s(rule=sight.minimax, depth=depth), 0.05),
        reading=reading,
        tolerance='"comparably": 5 points',
    )


def n_claims(sight: Sight) -> tuple[Claim, ...]:
    """What the text says of Figure 8, in one reading."""
    reading, players = Reading(sight.kind, sight.words), (sight.emm, sight.minimax)
    return (
        steady_in_n_games("minimax", sight.minimax, reading),
        steady_in_n_games("EMM", sight.emm, reading),
        *(comparison(sight, depth, reading) for depth in ODD[1:-1]),
        best_or_nearly(f"{sight.words}: ", lambda s: [s.curve("rule", players, depth=d) for d in ODD], reading),
    )


FIG8 = accuracy_study(
    name="emm/fig8",
    title="N-games, natural evaluator",
    source="[Zuckerman2018] Figure 8",
    settings=grid(edge_p=(0.5,)),
    model=lambda setting: BoardSplittingModel(height=11, branching=2, mixing=0.0, edge_p=setting["edge_p"]),
    evaluators=evaluators,
    contest=CONTEST,
    depths=DEPTHS,
    draw=draw(None),
    caption="N-games tie the values of neighbouring squares together, and looking further ahead helps every rule.",
    edition=4,
    claims=tuple(claim for sight in (LITERAL, LONGER, BINARY, closest(RAW)) for claim in n_claims(sight)),
)
