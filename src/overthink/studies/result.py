"""Studies in Python and in notebooks: run one, and hold its rows, its figures and the verdicts on its claims."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from overthink.core.errors import parse_seed
from overthink.core.kinds import Seed
from overthink.core.notebook import page, table
from overthink.core.plain import Fields, Row, Tabular, flat, plain
from overthink.core.threads import check_jobs
from overthink.report.pages import svg
from overthink.report.progress import Stages
from overthink.studies import HOMES, figures_of, register
from overthink.studies.claim import Verdict
from overthink.studies.runner import processes, run
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink.studies.study import Figure, Study
from overthink.studies.verdicts import JudgedClaim, judge, samples_of


class Verdicts(tuple[JudgedClaim, ...], Tabular):
    """Claims, judged.

    >>> ot.reproduce("emm/fig2", 40).verdicts
    <Verdicts: 0 hold, 0 fail, 5 are inconclusive>
    """

    def rows(self) -> list[Row]:
        """A row for each claim."""
        return [flat(plain(claim.as_dict())) for claim in self]

    def as_dict(self) -> Fields:
        """The claims, as plain data."""
        return {"claims": [plain(claim.as_dict()) for claim in self]}

    def __repr__(self) -> str:
        holding, failing, open_ = (sum(claim.verdict == verdict for claim in self) for verdict in Verdict)
        return f"<Verdicts: {holding} hold, {failing} fail, {open_} are inconclusive>"

    def _repr_html_(self) -> str:
        rows = [
            {
                "verdict": f"{claim.verdict.mark} {claim.verdict}",
                "claim": claim.says,
                "measured": claim.words,
                "low": claim.estimate.low,
                "high": claim.estimate.high,
                "n": claim.estimate.n,
            }
            for claim in self
        ]
        return table(rows, repr(self)[1:-1])


@dataclass(frozen=True, repr=False)
class StudyResult(Tabular):
    """A run of a study. `figures` are those asked for, each with its part of the observations.

    >>> result = ot.reproduce("emm/fig2", 40)
    >>> len(result.rows()), str(result.verdicts[0].verdict)
    (44, 'inconclusive')
    """

    name: str  #: of the study
    observations: int  #: of each setting
    seed: int  #: from which all its randomness comes
    figures: tuple[tuple[Figure, Samples], ...]

    def rows(self) -> list[Row]:
        """A row for every point of every figure, with mean, low, high and n, and the figure if there are several."""
        several = len(self.figures) > 1
        return [
            {**({"figure": figure.name} if several else {}), **plain(row)}
            for figure, samples in self.figures
            for row in figure.rows(samples)
        ]

    @property
    def verdicts(self) -> Verdicts:
        """The claims of the figures, judged."""
        return Verdicts(claim for figure, samples in self.figures for claim in judge(figure, samples))

    def as_dict(self) -> Fields:
        """Rows and verdicts, as plain data."""
        about = {"study": self.name, "observations": self.observations, "seed": self.seed}
        return {**about, "rows": self.rows(), **self.verdicts.as_dict()}

    def __repr__(self) -> str:
        return f"<StudyResult: {self.name}, {self.observations:,} observations of each setting, seed {self.seed}>"

    def _repr_html_(self) -> str:
        parts = []
        for figure, samples in self.figures:
            shown = figure.shown(samples)
            picture = svg(figure.draw(samples, shown), figure.name.replace("/", "-"))
            parts.append(page(f'<div style="max-width:720px">{picture}</div>', figure.title, [figure.caption]))
            parts.append(table([plain(row) for row in shown]))
        claims = self.verdicts
        return page("".join(parts) + (claims._repr_html_() if claims else ""), repr(self)[1:-1])


def reproduce(
    study: str | Study, scale: str | int = "quick", *, seed: Seed = 0, out: str | None = None, jobs: int = 1
) -> StudyResult:
    """Run a study, and return its rows and verdicts.

    Args:
        study: The name of a study or of one of its figures, MODULE:NAME of your own, or a `Study`.
        scale: "quick", "paper" or a number of observations of each setting.
        seed: All randomness comes from it.
        out: A folder in which finished parts are kept; without one, nothing is kept.
        jobs: The number of processes; a script that uses several needs `if __name__ == "__main__":`. A study that is
            not in a file always runs in this process.

    >>> ot.reproduce("emm/fig2", 40)
    <StudyResult: emm/fig2, 40 observations of each setting, seed 0>
    """
    seed = parse_seed(seed)
    check_jobs(jobs)
    if isinstance(study, str):
        figures = figures_of(study)
    else:
        known = study if study.name in HOMES else register(study)
        figures = [(known, figure) for figure in known.figures]
    workers = jobs if isinstance(study, str) or HOMES.get(study.name) else 1
    with TemporaryDirectory() as temporary, closing(Store(out or temporary)) as store:
        studies = list({of.name: of for of, _ in figures}.values())
        with Stages() as stages:
            run(store, studies, str(scale), seed, processes(workers), stages.show)
        parts = tuple((figure, samples) for _, figure, samples in samples_of(store, figures, seed, str(scale)))
    name = study if isinstance(study, str) else study.name
    return StudyResult(name, figures[0][0].observations(str(scale)), seed, parts)
