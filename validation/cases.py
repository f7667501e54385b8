"""Examinations with a planted answer: sound ones, pathological ones, and one for each imitator of pathology.

Every case has numbers of its own, drawn from its seed: branching factor, values, noise. `CASES` are games with planted
values; half of the sound and of the pathological ones are examined through a player, whose table is as it should be.
`PLAYER_CASES` are players, with a bug and without one, in three small games that are solved. `SIMULATION_CASES` are
critical win-loss games in which more simulations of UCT decide worse, better, or no differently.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from overthink.core.arithmetic import mix, seed_key, uniform
from overthink.core.kinds import Move, State
from overthink.core.plain import Fields
from overthink.doctor.ask.positions import make_positions
from overthink.doctor.finding import Outcome
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.doctor.subjects.game import diagnose
from overthink.doctor.truths import Deeper, Solved
from overthink.doctor.words import Seen
from overthink.evaluate.games import critical_opinions
from overthink.games.critical_win_loss import PATH, PLY, CriticalWinLoss
from overthink.measure.judgement import Kind
from overthink.search.decide import decide
from validation.bugs import BUGS
from validation.planted import KEY, Known, Planted, PlantedWins
from validation.players import SOUND, Maker, RandomTies, make_player
from validation.small_games import GAMES

DEPTHS = (1, 2, 3, 4)
REFERENCE = DEPTHS[-1] + 2  # too near to be any better
SLOTS = 1 << 12
TIES = "tie-breaking"  # a fact: nothing is suspected


class Drawn:
    """Numbers of a case, each by its name."""

    def __init__(self, seed: int):
        self.key = seed_key("planted case", seed)

    def __call__(self, number: int, low: float, high: float) -> float:
        return low + (high - low) * float(uniform(seed_key(int(mix(self.key, number)))))

    def whole(self, number: int, low: int, high: int) -> int:
        return int(self(number, low, high + 1))


def better(drawn: Drawn, **other: Any) -> Fields:
    """Settings with which depth helps: many values, and an evaluator that sees the end better the nearer it is."""
    numbers = {"b": drawn.whole(0, 3, 4), "steps": drawn.whole(1, 6, 16), "span": drawn.whole(2, 3, 6)}
    return {**numbers, "keep": drawn(3, 0.1, 0.3), "noise": drawn(4, 0.25, 0.5), "fade": drawn(5, 0.8, 1.0), **other}


def worse(drawn: Drawn) -> Fields:
    """Settings with which depth hurts: wins and losses, errors that are as likely anywhere."""
    return {"b": drawn.whole(0, 4, 5), "span": 1, "keep": drawn(3, 0.1, 0.25), "flip": drawn(4, 0.15, 0.2)}


def by_rule(game: Planted, n: int, seed: int, starts: int = 2, truth: Any = None, player: Any = None) -> Diagnosis:
    truth, positions = truth or Known(game), game.starts(n, seed, starts)
    claims = "plain" if player else None
    return diagnose(game, game.opinion(), depths=DEPTHS, player=player, positions=positions, truth=truth, claims=claims)


def sound(n: int, seed: int) -> Diagnosis:
    game = Planted(**better(Drawn(seed)))
    return by_rule(game, n, seed, player=plain(game) if seed % 2 else None)


def pathological(n: int, seed: int) -> Diagnosis:
    game = Planted(**worse(Drawn(seed)))
    return by_rule(game, n, seed, player=plain(game) if seed % 2 else None)


def nothing(n: int, seed: int) -> Diagnosis:
    """Every opinion is noise: no depth is better than another."""
    return by_rule(Planted(**better(Drawn(seed), noise=100.0, fade=0.0)), n, seed)


def wrong_side(n: int, seed: int) -> Diagnosis:
    return by_rule(Planted(**better(Drawn(seed), turned=True)), n, seed)


def odd_and_even(n: int, seed: int) -> Diagnosis:
    drawn = Drawn(seed)
    return by_rule(Planted(**better(drawn, blind=drawn(6, 0.4, 0.8))), n, seed, starts=1)


def equal_wins(n: int, seed: int) -> Diagnosis:
    drawn = Drawn(seed)
    settings = better(drawn, noise=drawn(4, 0.05, 0.15), fade=0.0, sure=3)
    return by_rule(PlantedWins(**settings), n, seed, truth=Known(Planted(**settings)))


def ties(n: int, seed: int) -> Diagnosis:
    """Of moves that tie, the player takes the worst."""
    drawn = Drawn(seed)
    game = Planted(**better(drawn, noise=drawn(4, 0.1, 0.2), grain=drawn(6, 0.5, 0.8)))
    values = Known(game).values

    def player(state: State, depth: int) -> Move:
        moves = search_moves(game, state, depth)
        return min(moves, key=values(state).__getitem__)

    return by_rule(game, n, seed, player=player)


def table(n: int, seed: int) -> Diagnosis:
    """What was found at one depth is believed at any other; or what was found for one position, for another that falls
    into the same slot."""
    game = Planted(**better(Drawn(seed)))
    key = (
        (lambda state, depth: state)
        if seed % 2
        else lambda state, depth: ((state >> KEY) % SLOTS, state & (1 << KEY) - 1, depth)
    )
    return by_rule(game, n, seed, player=make_remembering(game, key))


def beam(n: int, seed: int) -> Diagnosis:
    """Only the first moves are looked at; or, at the root, only those that look best."""
    drawn = Drawn(seed)
    settings = better(drawn, b=4)
    game, few = Planted(**settings), Planted(**settings, shown=2)
    if seed % 2:
        return by_rule(game, n, seed, player=lambda state, depth: search_moves(few, state, depth))
    opinion = game.opinion()

    def player(state: State, depth: int) -> Move:
        me = game.mover(state)
        options = decide(game, state, depth=depth, evaluate=opinion).options
        looked = sorted(options, key=lambda one: -me * float(opinion(game.play(state, one.move))))[:2]  # type: ignore[arg-type]
        return max(looked, key=lambda one: one.value).move

    return by_rule(game, n, seed, player=player)


def reference(n: int, seed: int) -> Diagnosis:
    """The truth is a search two plies deeper, in a game where depth hurts."""
    game = Planted(**worse(Drawn(seed)))
    return by_rule(game, n, seed, truth=Deeper(game, game.opinion(), REFERENCE))


def few(n: int, seed: int) -> Diagnosis:
    """One position for every twenty, and a difference that so few cannot show."""
    drawn = Drawn(seed)
    return by_rule(Planted(**better(drawn, noise=drawn(4, 2.0, 4.0), fade=0.0)), max(30, n // 20), seed)


def search_moves(game: Planted, state: State, depth: int) -> tuple[Any, ...]:
    return decide(game, state, search="alpha-beta", depth=depth, evaluate=game.opinion()).moves


def plain(game: Planted) -> Any:
    return lambda state, depth: search_moves(game, state, depth)[0]


def make_remembering(game: Planted, key: Callable[[Any, int], Any]) -> Any:
    """A player with a table of what was found, kept from one search to the next."""
    known: dict[State, float] = {}
    opinion = game.opinion()

    def worth(state: State, depth: int) -> float:
        at = key(state, depth)
        if at not in known:
            moves = game.moves(state)
            if not len(moves):
                known[at] = game.utility(state)
            elif depth == 0:
                known[at] = float(opinion(state))  # type: ignore[arg-type]
            else:
                best = max if game.mover(state) > 0 else min
                known[at] = best(worth(game.play(state, move), depth - 1) for move in moves)
        return known[at]

    def player(state: State, depth: int) -> Move:
        me = game.mover(state)
        return {move: me * worth(game.play(state, move), depth - 1) for move in game.moves(state)}

    return player


CASES: dict[str, Callable[[int, int], Diagnosis]] = {
    "sound": sound,
    "pathological": pathological,
    "nothing to find": nothing,
    "evaluation from the wrong side": wrong_side,
    "odd against even depths": odd_and_even,
    "ties among wins of different length": equal_wins,
    TIES: ties,
    "memory between calls": table,
    "a beam or move limit": beam,
    "a reference no better than the player": reference,
    "too few positions": few,
}
KINDS = {
    "sound": Kind.BETTER,
    "pathological": Kind.WORSE,
    "nothing to find": Kind.UNCLEAR,
    "too few positions": Kind.UNCLEAR,
}


BROKEN = dict.fromkeys(("memory between calls", "a beam or move limit"), "a search that is not what it says")


def right(case: str, diagnosis: Diagnosis) -> bool:
    """Whether the doctor found what was planted, and suspects nothing else."""
    if case == TIES:
        return not diagnosis.suspected and any(each.has(Seen.WORSE_TIES) for each in diagnosis.imitators)
    if case not in KINDS:
        return [each.name for each in diagnosis.suspected] == [BROKEN.get(case, case)]
    few = {each.name: each.outcome for each in diagnosis.imitators}.get("too few positions")
    return diagnosis.kind == KINDS[case] and (case != "too few positions" or few == Outcome.SUSPECTED)


def false_alarm(case: str, diagnosis: Diagnosis) -> bool:
    """ "Deeper is worse", where it is not."""
    return diagnosis.kind == Kind.WORSE and case != "pathological"


CLAIMS: dict[Maker, str] = {
    SOUND["quiescence"]: "deeper",
    SOUND["the rule vote"]: "other",
    SOUND["the rule althofer"]: "other",
}


@cache
def truth_of_game(name: str) -> Solved:
    return Solved(GAMES[name])


@cache
def positions_of(name: str, n: int, seed: int) -> tuple[Any, ...]:
    """Positions of a game in which the moves are not all worth the same; at most n."""
    game, truth = GAMES[name], truth_of_game(name)
    states = make_positions(game, 2 * n, seed)
    return tuple(state for state in states if len(set(truth.values(state).values())) > 1)[:n]


def examine(name: str, maker: Maker, n: int, seed: int) -> Diagnosis:
    """One player, in one game."""
    game = GAMES[name]
    player = maker(game, game.judge, seed)
    states = positions_of(name, n, seed)
    claims = CLAIMS.get(maker, "plain")
    truth = truth_of_game(name)
    return diagnose(game, game.judge, depths=DEPTHS, player=player, positions=states, truth=truth, claims=claims)


def draw_player(seed: int, players: dict[str, Maker]) -> tuple[str, str]:
    """A game and a player."""
    pairs = [(game, player) for game in GAMES for player in players]
    return pairs[int(seed_key("planted player", seed)) % len(pairs)]


def bug(n: int, seed: int) -> Diagnosis:
    game, player = draw_player(seed, BUGS)
    return examine(game, BUGS[player], n, seed)


def sound_player(n: int, seed: int) -> Diagnosis:
    game, player = draw_player(seed, SOUND)
    return examine(game, SOUND[player], n, seed)


def random_player(n: int, seed: int) -> Diagnosis:
    """Ties are broken at random."""
    return examine(list(GAMES)[seed // 2 % len(GAMES)], make_player(RandomTies), n, seed)


def pathological_player(n: int, seed: int) -> Diagnosis:
    """The evaluator makes depth hurt, and the search is sound."""
    game = Planted(**worse(Drawn(seed)))
    opinion = game.opinion()
    return by_rule(game, n, seed, player=make_player(RandomTies)(game, lambda state: float(opinion(state)), seed))  # type: ignore[arg-type]


PLAYER_CASES: dict[str, Callable[[int, int], Diagnosis]] = {
    "a player with a bug": bug,
    "a sound player": sound_player,
    "a player that breaks ties at random": random_player,
    "a sound player, a pathological evaluator": pathological_player,
}


def sent_right(case: str, diagnosis: Diagnosis) -> bool:
    """Whether a bug is sent to the search, and a sound player is not suspected. A pathological evaluator may also go
    unnoticed: few positions may not show it."""
    return bool(diagnosis.suspected) == (case == "a player with a bug")


def blames_depth(case: str, diagnosis: Diagnosis) -> bool:
    """ "Deeper is worse", where a bug or nothing is the reason."""
    return diagnosis.kind == Kind.WORSE and "pathological" not in case


SIMULATIONS = (10, 100, 1000)
OpinionLaw = str | tuple[float, float, float, float]
NOISE = (0.45, 0.08, 0.45, 0.08)  # the same for won and for lost positions
SHARP = (0.35, 0.08, 0.55, 0.08)


def starts(n: int, seed: int) -> list[int]:
    """Positions of many games in which the player to move wins, one or two plies after the beginning."""
    keys = [mix(seed_key("planted simulations", seed), number) for number in range(n)]
    plies = [1 + number % 2 for number in range(n)]
    return [
        (int(np.uint64(key) >> np.uint64(PATH + 1)) << PATH) | (ply << PLY) | (1 - ply % 2)
        for key, ply in zip(keys, plies)
    ]


def examine_simulations(n: int, seed: int, b: int, gamma: float, exploration: float, law: OpinionLaw) -> Diagnosis:
    game = CriticalWinLoss(b, gamma, number=seed)
    return diagnose(
        game,
        critical_opinions(game, law),
        search="uct",
        knob=("simulations", SIMULATIONS),
        exploration=exploration,
        positions=starts(n, seed),
        truth=game.reference(),
    )


def critical(n: int, seed: int) -> Diagnosis:
    """Only one move is right everywhere: the mean of what is below says less and less."""
    drawn = Drawn(seed)
    return examine_simulations(n, seed, drawn.whole(0, 4, 8), 1.0, drawn(1, 0.2, 2.0), SHARP)


def forgiving(n: int, seed: int) -> Diagnosis:
    """Every second move is right: simulations pay."""
    drawn = Drawn(seed)
    return examine_simulations(n, seed, drawn.whole(0, 5, 8), drawn(2, 0.4, 0.5), drawn(1, 0.2, 2.0), "chess-random")


def noise(n: int, seed: int) -> Diagnosis:
    """Evaluations say nothing: no number of simulations is better than another."""
    drawn = Drawn(seed)
    return examine_simulations(n, seed, drawn.whole(0, 4, 8), 1.0, drawn(1, 0.2, 2.0), NOISE)


SIMULATION_CASES: dict[str, Callable[[int, int], Diagnosis]] = {
    "UCT, γ = 1": critical,
    "UCT, γ at most .5": forgiving,
    "UCT, evaluations that say nothing": noise,
}
ANSWERS = {
    "UCT, γ = 1": {Kind.WORSE},
    "UCT, γ at most .5": {Kind.BETTER},
    "UCT, evaluations that say nothing": {Kind.UNCLEAR},
}
