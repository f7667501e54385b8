"""Figure 7 again: whose a board with as many winning as losing squares is."""

from overthink.studies.samples import grid
from overthink_papers.emm.fig7 import BINARY, CLOSEST, CONTEST, EVEN_BOARDS, OPEN, evaluators, loss, p_games
from overthink_papers.experiments.accuracy import ODD, SQUARES, accuracy_curves, accuracy_study

EVEN_LABELS = {"minimax_binary": "for Max", "minimax_even": "for Min", "minimax_ties": "a third value"}
STUDY = accuracy_study(
    name="emm/even-boards",
    title="P-games, natural evaluator: who gets an even board",
    source="[Zuckerman2018] Figure 7",
    settings=grid(p=SQUARES[:1]),
    model=p_games,
    evaluators=lambda setting: {name: evaluators(setting)[name] for name in ("binary", "even", "ties")},
    contest=[player for player in CONTEST if player[0] in {sight.minimax for sight in EVEN_BOARDS}],
    depths=ODD,
    draw=accuracy_curves(None, **EVEN_LABELS),
    caption="Minimax sees win or loss by all squares. The lines differ in what a board with as many winning as losing "
    "squares counts as.",
    claims=tuple(loss(sight, CLOSEST if sight.minimax == BINARY.minimax else OPEN) for sight in EVEN_BOARDS),
    scales={"quick": 1000, "paper": 60_000},  # the paper has 5,000, which left the loss of 10% open
)
