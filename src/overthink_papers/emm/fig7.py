"""Figure 7: P-games with the natural evaluator.

As written: the share of wins in "many fast simulations", and of it only which side has more, for both players; EMM also
has the share as its error. "Many" is 100 here, and 1,000. Other readings count all squares instead, and minimax sees
win or loss, or the share itself. Figure 7's loss needs the former, Figures 8 and 10 the latter: all are run everywhere.
Nor does the paper say what a board with as many winning as losing squares is. As for EMM, it counts here as lost for
the player to move, who is Min wherever a search of odd depth stops; `minimax-ties` keeps it as a third value, and
`minimax-even` gives it to Min, who is the other player wherever a search of even depth stops. Figure 7's loss hangs on
it: `emm/even-boards` judges it with 60,000 games, without the simulations, which take most of the time.
"""

from dataclasses import dataclass
from functools import partial

from overthink.evaluate.solved import natural, simulated
from overthink.evaluate.spoil import binary
from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.checks import ABOUT_SHARE, FLAT_CHANGE, AllOf, Beats, Better, Falls, Near, NeverFalls, at, curve
from overthink.studies.claim import Claim, Reading, ReadingKind, quote
from overthink.studies.samples import Setting, grid
from overthink.studies.study import Draw
from overthink_papers.emm.readings import BY_VALUE, SLIGHT, best_or_nearly, with_squares
from overthink_papers.experiments.accuracy import ODD, SQUARES, Evaluators, Player, accuracy_curves, accuracy_study

GAMES, MANY = 100, 1000  # random games from each position, for "many fast simulations"
WIN_OR_LOSS = binary(natural, tie=1)
DEPTHS = tuple(sorted({*ODD, 4}))
INSIDE = ODD[1:-1]
P = {"p": SQUARES[0]}
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
    ("emm-value-simulated", "emm-value", "simulated"),
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

    def reading(self, kind: ReadingKind, *words: str) -> Reading:
        """The reading of a claim about these players, with what else it takes the text to say."""
        return with_squares(SQUARES[0], self.words, *words, kind=kind)


LITERAL = Sight("minimax-literal", "emm-simulated", f"{GAMES} simulations, win or loss")
BY_VALUES = Sight("minimax-literal", "emm-value-simulated", f"{LITERAL.words}, {BY_VALUE.words}")
BINARY = Sight("minimax-binary", "emm", "all squares, minimax sees win or loss")
EVEN_BOARDS = (  # whose they are where minimax sees win or loss
    Sight("minimax-binary", "emm", f"{BINARY.words}, even boards count for Max"),
    Sight("minimax-even", "emm", f"{BINARY.words}, even boards count for Min"),
    Sight("minimax-ties", "emm", "all squares, minimax sees win, loss or even"),
)
RAW = Sight("minimax-raw", "emm", "all squares, minimax sees shares")
WRITTEN, OPEN, CLOSEST = ReadingKind.AS_WRITTEN, ReadingKind.OPEN, ReadingKind.CLOSEST


def draw(panel: str | None) -> Draw:
    """The paper's lines and what decides between readings, at the depths of the text; the rest stands in the table."""
    plain = accuracy_curves(panel, **LABELS)
    return lambda samples, rows: plain(samples, [row for row in rows if row["rule"] in DRAWN and row["depth"] in ODD])


def evaluators(setting: Setting) -> Evaluators:
    """What the players of CONTEST see, by name."""
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


def _whereas(sight: Sight, kind: ReadingKind) -> Claim:
    emm, minimax = curve("depth", ODD, rule=sight.emm, **P), curve("depth", ODD[:-1], rule=sight.minimax, **P)
    return quote(
        "EMM is still nonpathological, whereas minimax search is pathological",
        AllOf((NeverFalls(emm), Falls(minimax))),
        sight.reading(kind),
        tolerance=SLIGHT,
    )


def loss(sight: Sight, kind: ReadingKind) -> Claim:
    """Minimax loses about a tenth from depth 1 to 7: "3 moves" are three of one's own. Nor does it from depth 4."""
    shallow, deep = curve("depth", (1, 7), rule=sight.minimax, **P)
    return quote(
        "loses approximately 10% accuracy by searching ahead just 3 moves to depth 7",
        Near(deep, 0.9, ABOUT_SHARE * 0.1, over=shallow),
        sight.reading(kind, "from depth 1"),
    )


def _outperforms(sight: Sight, kind: ReadingKind) -> Claim:
    return quote(
        "EMM still outperforms minimax with increasing search depth",
        Beats(sight.emm, sight.minimax, over="depth", at=INSIDE, where=P),
        sight.reading(kind),
    )


def _at_root(sight: Sight, kind: ReadingKind) -> tuple[Claim, Claim]:
    better = Better(at(rule=sight.emm, depth=7, **P), at(rule=sight.minimax, depth=7, **P), level=0.99)
    nearly = Beats(sight.emm, sight.minimax, over="depth", at=ODD, where=P, by=-FLAT_CHANGE)
    return (
        quote("in depth 7, P < 0.01 in a t test", better, sight.reading(kind)),
        best_or_nearly(nearly, sight.reading(kind)),
    )


def p_games(setting: Setting) -> BoardSplittingModel:
    """P-games of height 11 with this share of squares."""
    return BoardSplittingModel(height=11, branching=2, p=setting["p"])


def n_games(setting: Setting) -> BoardSplittingModel:
    """N-games of height 11, whose edges are +1 with this probability, else -1."""
    return BoardSplittingModel(height=11, branching=2, mixing=0.0, edge_p=setting["edge_p"])


contest_study = partial(accuracy_study, evaluators=evaluators, contest=CONTEST, depths=DEPTHS, edition=5)
STUDY = contest_study(
    name="emm/fig7",
    title="P-games, natural evaluator",
    source="[Zuckerman2018] Figure 7",
    settings=grid(p=SQUARES),
    model=p_games,
    draw=draw("p"),
    caption="The natural evaluator counts winning squares. Whether minimax is pathological depends on how it sees "
    "them: in simulations, as a share, or only as the side that has more.",
    claims=(
        _whereas(LITERAL, WRITTEN),
        _whereas(BY_VALUES, OPEN),
        _whereas(RAW, OPEN),
        _whereas(BINARY, CLOSEST),
        loss(LITERAL, WRITTEN),
        _outperforms(LITERAL, WRITTEN),
        _outperforms(BY_VALUES, OPEN),
        _outperforms(RAW, OPEN),
        *(claim for roots in ((LITERAL, WRITTEN), (BY_VALUES, OPEN)) for claim in _at_root(*roots)),
    ),
)
