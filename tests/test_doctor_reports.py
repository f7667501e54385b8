"""Reports are read: no verdict, remainder or advice contradicts a table in the same report."""

import json
import re
from typing import Any

import pytest
from validation.locked import SOUND, positions_of, truth_of
from validation.locked_games import game_named
from validation.locked_players import BUGS

import overthink as ot
from overthink.core.plain import to_json
from overthink.doctor.checks.examination import tie_breaking
from overthink.doctor.checks.search import not_the_search

DEPTHS = (1, 2, 3)
PLAYERS = ("a table, nim", "iterative deepening, nim", "ties by a checksum", "all moves that tie", "quiescence")
MISTAKES = (
    "a move above the window is lost",
    "never deeper than 2",
    "one ply too few",
    "one ply too many",
    "no depth in the key",
    "it always chooses for Max",
)
EVALUATORS = {
    "nim": lambda game: game.judge,
    "three values": lambda game: lambda state: max(-0.12, min(0.12, game.judge(state))),
    "fall": lambda game: lambda state: 20.0 * game.judge(state),
}


def report_of(name: str) -> tuple[ot.Diagnosis, str, dict[str, Any]]:
    if name in EVALUATORS:
        game_name = "dominoes" if name == "three values" else name
        player = None
    else:
        player, game_name = SOUND[name] if name in SOUND else (BUGS[name].player, BUGS[name].game)
    game = game_named(game_name)
    evaluate = EVALUATORS[name](game) if name in EVALUATORS else game.judge
    own = {"player": player(game, game.judge, 1).choose} if player else {}
    states = list(positions_of(game_name, 50))
    found = ot.diagnose(game, evaluate, depths=DEPTHS, positions=states, truth=truth_of(game_name), **own)
    return found, re.sub(r"\s+", " ", str(found)), json.loads(to_json(found.as_dict()))


@pytest.mark.exhaustive(but=["one ply too few", "fall"])
@pytest.mark.parametrize("name", (*PLAYERS, *MISTAKES, *EVALUATORS))
def test_a_report_does_not_contradict_itself(name: str) -> None:
    found, text, told = report_of(name)
    tables = {
        rule: {int(depth): share["mean"] for depth, share in judgement["accuracy"].items()}
        for rule, judgement in told["judgements"].items()
    }
    own = tables[found.examination.rules[0]]
    plain = tables.get("minimax", {})
    beside = found.comparison.by_depth if found.comparison else {}
    shared = {depth: own[depth] - (beside[depth].luck if beside else 0.0) for depth in DEPTHS}
    tables |= {rule: {depth: share.mean for depth, share in x.items()} for rule, x in found.advice.other_rules.items()}
    verdict, advice = told["verdict"], told["advice"]["sentence"]
    numbers = shared if "with ties shared equally" in verdict else own
    if best := re.match(r"deeper is worse: depth (\d+) is best, .*? (?:up to )?([\d.]+) points", verdict):
        depth = int(best[1])
        deeper = [numbers[depth] - numbers[other] for other in DEPTHS if other > depth]
        assert numbers[depth] == max(numbers.values())
        lost = [float(x) for x in re.findall(r"[\d.]+", re.search(r"lose.*? points", verdict)[0])]  # type: ignore[index]
        assert lost[-1] == pytest.approx(100 * max(deeper), abs=0.06)
        assert len(lost) == 1 or lost[0] == pytest.approx(100 * min(deeper), abs=0.06)
    if rise := re.match(r"deeper is better: ([\d.]+) points from depth (\d) to (\d)", verdict):
        assert 100 * (own[int(rise[3])] - own[int(rise[2])]) == pytest.approx(float(rise[1]), abs=0.06)
    if drop := re.search(r"its own drop from depth (\d) to (\d) is ([\d.]+) points, .*? equally ([\d.-]+)", verdict):
        a, b = int(drop[1]), int(drop[2])
        assert 100 * (own[a] - own[b]) == pytest.approx(float(drop[3]), abs=0.06)
        assert 100 * (shared[a] - shared[b]) == pytest.approx(float(drop[4]), abs=0.06)
    if "; apart from that, deeper is worse" in verdict:  # what the plain search does not show does not remain
        assert found.judgements["minimax"].kind == "worse"
    if use := re.match(r"use (?:the )?(\S+) at depth (\d)", advice):
        assert tables[use[1]][int(use[2])] >= max(own.values()) - 1e-9
    if stay := re.match(r"stay with (?:the )?\S+ at depth (\d)|nothing is .* than (?:the )?\S+ at depth (\d)", advice):
        assert own[int(stay[1] or stay[2])] > max(own.values()) - 0.05
    ties = next((each for each in found.imitators if each.name == "tie-breaking"), None)
    if ties and "changes no comparison of depths by more than 0.0" in ties.why:
        assert all(abs(at.luck) < 5e-4 for at in beside.values())
    if seldom := [depth for depth, at in beside.items() if at.agrees.mean < 1.0 and not found.suspected]:
        assert re.search("outside the ties of a plain search", verdict), seldom
    if found.suspected:
        assert not re.search(r"stay with|nothing is significantly", advice) and told["kind"] in ("suspect", "better")
    assert "; no difference" not in text.split("Or is it a bug?")[0] or any(own[d] == plain.get(d) for d in DEPTHS)
    for depth, at in beside.items():
        same = at.agrees.mean == 1.0 and abs(own[int(depth)] - plain[int(depth)]) < 5e-4
        assert ("no difference" in str(at)) == same
    if ties and ties.outcome == "ruled out" and found.kind == "worse" and "shared" not in ties.why:
        assert all(abs((own[a] - own[b]) - (shared[a] - shared[b])) < 0.011 for a in DEPTHS for b in DEPTHS)
    if found.swaps:
        assert found.swaps.worsened + found.swaps.improved <= len(found.examination.positions)
        assert found.swaps.worsened == len(found.worsened)
    for each in found.imitators:
        said_all = each.compared and each.compared.differ == 0
        assert each.outcome != "ruled out" or (each.compared and each.compared.decisive)
        assert not (each.outcome == "not seen" and said_all and each.compared.decisive and not each.facts)
        assert each.outcome != "suspected" or each.facts[0].kind
        if "player" not in found.examination.rules:  # nothing is said about a search that was not given
            about_search = each.name in (not_the_search.name, tie_breaking.name)
            assert not about_search or each.outcome == "not examined"
    for odd in ("it has a bug", "parts that are not empty", "answers unsteadily", "surely"):
        assert odd not in text, odd
