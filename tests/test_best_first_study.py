"""The study of best-first: its rivals and their budget, its intervals, and the cells that come with Overthink."""

import math
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import overthink as ot
from overthink.report import shipped
from overthink.studies import study_named
from overthink.studies.samples import Point, grid
from overthink.studies.verdicts import judge
from overthink_papers import cells
from overthink_papers.beyond.best_first import cost, models, players
from overthink_papers.beyond.strong.players import bench_of
from overthink_papers.beyond.strong.positions import KINDS, positions_of
from overthink_papers.beyond.strong.results import gain, over_seeds, statistic_of

GAME, KIND = "domineering", "weak"


@pytest.mark.parametrize("name", cells.names())
def test_shipped_cells_give_the_shipped_verdicts(name: str) -> None:
    samples = cells.load(name)
    for figure in study_named(name).figures:
        here = [(claim.says, str(claim.verdict)) for claim in judge(figure, figure.part(samples))]
        assert here == [(claim["claim"], claim["verdict"]) for claim in shipped.claims_of(figure.name)]


def test_an_interval_is_for_other_positions_and_other_nets() -> None:
    """Of 400 draws with both kinds of noise, it misses the truth in about one of twenty."""
    random = np.random.default_rng(1)
    missed = 0
    for _ in range(400):
        nets, positions = random.normal(size=8), random.normal(size=(40, 8))
        found = over_seeds((nets + positions).ravel())
        missed += not found.low <= 0.0 <= found.high
    assert 5 < missed < 40


@pytest.mark.exhaustive(but=["best-first"])
@pytest.mark.parametrize("player", [players.BEST_FIRST, *players.WAYS])
def test_a_player_keeps_its_budget_and_solves_what_it_can_see(player: str) -> None:
    """Never more evaluations than the limit; with many, the right move."""
    limits = 30, 300, 100_000
    late = sorted(positions_of(GAME, cost.RANDOM), key=lambda each: len(each.values))[:3]
    for state, values in late:
        seat = bench_of(GAME, KIND, 1).at(state)
        moves = players.answers(GAME, KIND, 1, player, state, limits, np.uint64(7))
        assert bench_of(GAME, KIND, 1).judge.spent <= limits[-1]
        assert values[moves[-1]] == values.max() and len(seat.moves) == len(values)


def test_positions_are_those_whose_moves_differ() -> None:
    for name in ("connect-four", "othello", "kalah", "domineering"):
        for source in (cost.RANDOM, cost.BETWEEN):
            found = positions_of(name, source)
            assert len(found) == 1600 and all(len(set(each.values.tolist())) > 1 for each in found[:50])


def test_errors_are_inherited_as_often_as_asked() -> None:
    """A share e of evaluations is wrong, and wrong parents have wrong children more often by the share h."""
    drawn = models.BoardSplittingModel(models.HEIGHT, 2, 0.4, 1.0).draw(0, 1)
    for inherited in (0.0, 0.5):
        tree = models.spoil(drawn, inherited, np.random.default_rng(1))
        wrong = tree.static != tree.truth
        below, above = wrong[1:], wrong[(np.arange(1, len(wrong)) - 1) // 2]
        assert wrong.mean() == pytest.approx(models.ERROR, abs=0.02)
        assert np.corrcoef(above, below)[0, 1] == pytest.approx(inherited, abs=0.02)


def test_the_tables_of_the_page_and_the_paper_are_those_of_the_cells() -> None:
    """Leads over alpha-beta by kind of net, as they are printed."""
    root = Path(__file__).parents[1]
    paper, page = ((root / name).read_text("utf-8") for name in ("paper/best-first.md", "docs/best-first-study.md"))
    samples = cells.load("beyond/best-first-strengths")

    def printed(place: Point) -> str:
        found = cost.lead(samples, place, players.BEST_FIRST, cost.ALPHA_BETA, cost.MIDDLE)
        numbers = (f"{100 * number + 0.0:.1f}" for number in (found.mean, found.low, found.high))
        return "{} [{}, {}]".format(*(re.sub(r"\b0\.", ".", number).replace("-", "−") for number in numbers))

    for kind in KINDS:
        row = next(line for line in paper.splitlines() if line.startswith(f"| {kind} |"))
        for game in cost.GAMES:
            here = printed({"game": game, "source": cost.RANDOM, "net": kind})
            assert here in row
            assert kind == "strong" or here in page


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> ot.Estimate:
    """Spearman's, with Fisher's interval, as if places were independent."""
    ranks = np.array([np.argsort(np.argsort(each)) for each in (one, other)])
    found = float(np.corrcoef(ranks)[0, 1])
    half = 1.96 / math.sqrt(len(one) - 3)
    low, high = (math.tanh(math.atanh(found) + side * half) for side in (-1, 1))
    return ot.Estimate(found, low, high, len(one))


def test_when_it_gains_is_what_the_page_says() -> None:
    """The lead over alpha-beta beside what the cells of `beyond/strong` say of these places."""
    places = grid(**{**cost.ALL_KINDS, "net": cost.NEW})
    samples, strong = cells.load(cost.STRENGTHS_NAME), cells.load("beyond/strong")
    ahead = [
        cost.lead(samples, place, players.BEST_FIRST, cost.ALPHA_BETA, cost.MIDDLE).mean for place in places
    ]  # fmt: skip
    known = {
        "tempered": [gain(strong, place, {"rule": "tempered 0.25"}, {"rule": "minimax"}).mean for place in places],
        "siblings": [statistic_of(strong, place, "siblings").mean for place in places],
    }
    page = (Path(__file__).parent.parent / "docs" / "best-first-study.md").read_text("utf-8")
    for what in known.values():
        found = rank_correlation(what, ahead)
        said = f"{found.mean:.2f} [{found.low:.2f}, {found.high:.2f}]"
        assert said.replace("0.", ".").replace("-", "−") in page, said


@pytest.mark.exhaustive
def test_the_code_of_today_gives_the_shipped_cells() -> None:
    """Whole games show it soonest when a search decides otherwise."""
    study, there = study_named("beyond/best-first-play"), cells.load("beyond/best-first-play")
    for job in study.jobs(48):
        if job.which == 0:
            points, found = job.run(0)
            for point, sample in zip(points, found, strict=True):
                stored = there(**study.settings[0], **point)[job.start : job.stop]
                assert np.allclose(sample, stored, atol=1e-4), (point, job.start)
