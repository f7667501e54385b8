"""The searches of Figure 5 with minimax backups in place of means. [Nguyen2024]"""

from overthink.core.plain import Fields
from overthink.studies.claim import Reading, own_claim, quote
from overthink.studies.samples import grid
from overthink.studies.study import one_figure
from overthink_papers.cwl.fig5 import ABSTRACT, LAW, SIMULATIONS, SUSCEPTIBLE, ask, changes
from overthink_papers.experiments.simulations import draw_accuracies, exploration

BACKUP_SIMULATIONS = SIMULATIONS[:7]
BACKUP_ENDS = (BACKUP_SIMULATIONS[0], BACKUP_SIMULATIONS[-1])
BACKUPS = grid(b=(5,), gamma=(0.5, 0.9, 1.0), c=(0.1, 1e6), evaluator=(LAW,), rule=("mean", "minimax"))


def _of_backup(rule: str, gamma: float, c: float) -> Fields:
    return {"rule": rule, "gamma": gamma, "c": c, "b": 5}


STUDY = one_figure(
    name="cwl/minimax-backup",
    title="the same with minimax inside the tree",
    source="[Nguyen2024]",
    settings=BACKUPS,
    run=lambda setting, *numbers: ask(setting, BACKUP_SIMULATIONS, setting["rule"], *numbers),
    scales={"quick": 20, "paper": 500},
    draw=draw_accuracies("rule", lambda row: f"γ = {row['gamma']:g}, {exploration(row['c'])}"),
    caption="Running means against the minimax value of the same tree, b = 5.",
    claims=(
        quote(
            SUSCEPTIBLE,
            changes(-1, [_of_backup("mean", 1.0, c) for c in (0.1, 1e6)], *BACKUP_ENDS),
            Reading(words="10,000 simulations"),
            ABSTRACT,
        ),
        own_claim(changes(-1, [_of_backup("minimax", 1.0, 0.1)], *BACKUP_ENDS)),
        own_claim(changes(1, [_of_backup("minimax", 0.5, 0.1)], *BACKUP_ENDS)),
    ),
    across="simulations",
    block=10,
    edition=2,
)
