"""`check_evaluator`: is an evaluator what its author says? It raises an `AssertionError` with one position as proof.

A sound evaluator may be uneven, and look from either side. So only what its author claims is compared: a position with
its image under a symmetry of the game, and a value with the results that a game may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from overthink.core.arithmetic import seed_key
from overthink.core.checked import check_kind, evaluation_of, mover_of, moves_of, utility_of
from overthink.core.errors import check_known, counted, parse_seed, require
from overthink.core.game import Evaluate, Game
from overthink.core.kinds import Seed
from overthink.core.plain import Fields, plain
from overthink.doctor.ask.positions import make_positions, random_end, read_positions
from overthink.doctor.claims.claim import POSITIONS
from overthink.doctor.claims.show import SIDES, show_state
from overthink.doctor.find.symmetries import Symmetry, symmetries_of
from overthink.doctor.record import AnyGame, State
from overthink.doctor.truths import spread

MEANINGS = {
    "symmetric": "symmetric",
    "max": "for Max",
    "mover": "for the player to move",
    "probability": "a probability",
}
GAMES = 40  # random games whose results are looked at; twice as many take longer, nothing else
ROOM = 1e-6  # of the largest value; nets in 32 bits differ by 1e-7, and a table in hundredths by 1e-2
LARGEST = 1.0  # twice a probability, less 1


class Broken(NamedTuple):
    """A position that breaks a claim."""

    state: State
    value: float
    wanted: str  # what the claim says, in words
    image: State = None
    there: float | None = None  # what the image is worth


@dataclass(frozen=True)
class CheckedEvaluator:
    """What an evaluator that claims something was found to be. Its text is the sentence, or the counterexample."""

    claims: tuple[str, ...]  # what was claimed
    compared: int  # values
    wrong: int  # values that are not what is claimed
    text: str  # the sentence, or the position that is the proof

    @property
    def kept(self) -> bool:
        """Whether nothing speaks against the claims."""
        return self.wrong == 0

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> Fields:
        """Its fields, for programs."""
        return dict(plain(vars(self)))


def check_evaluator(
    game: Game[State],
    evaluate: Evaluate,
    claims: str | Iterable[str] = ("symmetric", "max"),
    positions: int | Iterable[State] = POSITIONS,
    *,
    seed: Seed = 0,
) -> CheckedEvaluator:
    """Is this evaluator what it says? If it is not, an `AssertionError` shows one position as proof.

    Args:
        game: Whose positions are evaluated.
        evaluate: `evaluate(state)` gives the value of one.
        claims: "symmetric" (a position and its mirror image are worth the same), "max" (values are to Max: with the
            players' places exchanged, the sign turns), "mover" (values are to the player who moves: with the places
            exchanged, they stay), "probability" (2p - 1, if p is how likely Max wins: never beyond -1 and 1). The
            symmetries are found from the game's own moves; a game may name one, by a method `mirror(state)`.
        positions: How many to make, or the positions.
        seed: Of positions that are made.

    >>> game = ot.ConnectFour()
    >>> print(ot.check_evaluator(game, ot.Net.shipped("connect-four", "weak").on(game), "probability", positions=40))
    no difference in 40 values
    """
    checked = examine_evaluator(game, evaluate, claims, positions, seed=seed)
    if not checked.kept:
        raise AssertionError(str(checked))
    return checked


def parse_claims(claims: str | Iterable[str]) -> tuple[str, ...]:
    """The names of the claims, each once."""
    names = tuple(dict.fromkeys([claims] if isinstance(claims, str) else claims))
    for name in names:
        check_known("claim", name, MEANINGS)
    require(names, f"An evaluator claims at least one of these: {', '.join(MEANINGS)}.")
    require(not {"max", "mover"} <= {*names}, "Values are for Max or for the player to move, not for both.")
    return names


def examine_evaluator(
    game: AnyGame, evaluate: Evaluate, claims: str | Iterable[str], positions: Any, *, seed: Seed = 0
) -> CheckedEvaluator:
    """The same, without raising."""
    check_kind(game)
    require(callable(evaluate), "An evaluator is a function of a position, not {}.", evaluate)
    names = parse_claims(claims)
    states = read_positions(positions, game).states or make_positions(game, positions, parse_seed(seed))
    examiner = _Examiner(game, evaluate, states)
    compared = 0
    for name in names:
        rows = examiner.compare(name)
        compared += len(rows)
        if broken := [row for row in rows if isinstance(row, Broken)]:
            return CheckedEvaluator(names, compared, len(broken), examiner.show(name, len(rows), broken))
    return CheckedEvaluator(names, compared, 0, f"no difference in {counted(compared, 'value')}")


@dataclass
class _Examiner:
    """One examination of one evaluator."""

    game: AnyGame
    evaluate: Evaluate
    states: Sequence[State]

    def value(self, state: State) -> float:
        return evaluation_of(self.evaluate, 0.0, state)[0]

    @cached_property
    def room(self) -> float:
        """For rounding."""
        return ROOM * max(abs(self.value(state)) for state in self.states)

    def compare(self, claim: str) -> list[Broken | None]:
        """What breaks a claim, and None for each value that keeps it."""
        if claim == "probability":
            return list(self._beside_results())
        swaps = claim != "symmetric"
        symmetries = [each for each in symmetries_of(self.game, self.states) if each.swaps == swaps]
        which = "exchanges the players" if swaps else "leaves the players their places"
        require(symmetries, f"No symmetry of the game was found that {which}, so '{claim}' cannot be checked. "
                "A game may name one, by a method mirror(state).")  # fmt: skip
        rows = [list(self._beside_images(each, -1.0 if claim == "max" else 1.0)) for each in symmetries]
        if swaps:  # one is enough: others also turn the board, and an evaluator for one side may be uneven
            return min(rows, key=lambda row: sum(each is not None for each in row))
        return list(chain.from_iterable(rows))

    def _beside_images(self, symmetry: Symmetry, turn: float) -> Iterator[Broken | None]:
        for state in self.states:
            image = symmetry.image(state)
            if image != state:
                here, there = self.value(state), self.value(image)
                wrong = abs(there - turn * here) > self.room
                wanted = f"{turn * here:+.4g}, as its image ({symmetry.name})"
                yield Broken(state, here, wanted, image, there) if wrong else None

    def _beside_results(self) -> Iterator[Broken | None]:
        ends = [random_end(self.game, each, seed_key("end", n))[1] for n, each in enumerate(spread(self.states, GAMES))]
        results = [utility_of(self.game, end) for end in ends if end is not None]
        largest = max(map(abs, results), default=LARGEST)
        require(largest <= LARGEST, "A probability needs results from -1 to 1, and this game ends with {}.", largest)
        for state in self.states:
            value = self.value(state)
            wrong = abs(value) > LARGEST + self.room
            yield Broken(state, value, "-1 to 1, which is 2p - 1") if wrong else None

    def show(self, claim: str, compared: int, broken: Sequence[Broken]) -> str:
        """How many, and the position with the fewest moves."""
        game = self.game
        state, value, wanted, image, there = min(
            broken, key=lambda each: (len(moves_of(game, each.state)), len(repr(each.state)))
        )
        lines = [
            f"the evaluator is not {MEANINGS[claim]}: {len(broken):,} of {counted(compared, 'value')} differ.",
            "The smallest:",
            f"  {show_state(state)}, {SIDES[mover_of(game, state)]} to move",
        ]
        if there is None:
            return "\n".join([*lines, f"  evaluate = {value:+.4g}  <- wanted: {wanted}",
                              f"Repeat: evaluate({show_state(state)})  ->  {value!r}"])  # fmt: skip
        both = f"evaluate({show_state(state)}), evaluate({show_state(image)})"
        return "\n".join([
            *lines, f"  evaluate = {value:+.4g}", f"  {show_state(image)}, {SIDES[mover_of(game, image)]} to move",
            f"  evaluate = {there:+.4g}  <- wanted: {wanted}", f"Repeat: {both}  ->  {value!r}, {there!r}",
        ])  # fmt: skip
