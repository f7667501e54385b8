"""Figure 6 at every depth, odd and even, and N-games beside it."""

from overthink.models.board_splitting import BoardSplittingModel
from overthink.studies.claim import ReadingKind, quote
from overthink.studies.samples import Row, Setting
from overthink_papers.emm.fig6 import WHEREAS, whereas
from overthink_papers.emm.readings import BY_ERROR, SLIGHT, with_squares
from overthink_papers.experiments.accuracy import SQUARES, accuracy_study, players
from overthink_papers.experiments.scaffold import DEPTH_LABELS, plot

ALL = tuple(range(1, 12))
P_SETTINGS: tuple[Setting, ...] = tuple({"game": "P-games", "p": p} for p in SQUARES)


def _panel_of(row: Row) -> str:
    return f"P-games, p = {row['p']:.3g}" if row["game"] == "P-games" else "N-games"


STUDY = accuracy_study(
    name="emm/every-depth",
    title="P- and N-games at odd and even depths, artificial evaluator (e = .2)",
    source="[Zuckerman2018] section 5.1",
    settings=(*P_SETTINGS, {"game": "N-games", "p": 0.5}),
    model=lambda setting: BoardSplittingModel(p=setting["p"], mixing=float(setting["game"] == "P-games")),
    contest=players("minimax", "emm", "product"),
    depths=ALL,
    draw=plot("depth", "rule", _panel_of, DEPTH_LABELS),
    caption="Odd and even depths are two curves: who moves last decides which errors weigh more. On P-games EMM rises "
    "along either, and falls between them.",
    claims=(
        quote(
            WHEREAS,
            whereas(ALL, BY_ERROR.emm, P_SETTINGS[0]),
            BY_ERROR.reading(with_squares(SQUARES[0], "every depth, odd and even", kind=ReadingKind.OPEN)),
            "[Zuckerman2018] Figure 6",
            SLIGHT,
        ),
    ),
    edition=2,
    ceiling=True,
)
