"""`check_search`: is a search what its author says? It raises an `AssertionError` with the smallest counterexample."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from overthink.core.checked import check_kind, mover_of, moves_of, parse_depths, play_of
from overthink.core.errors import OverthinkError, check_known, counted, parse_number, parse_seed, require
from overthink.core.game import Evaluate, Game, callable_evaluator
from overthink.core.kinds import Seed
from overthink.core.plain import Fields
from overthink.doctor.ask.players import SIMULATIONS, Searches, Seeded, restore_random
from overthink.doctor.ask.positions import make_positions, read_positions
from overthink.doctor.ask.settings import one_player
from overthink.doctor.claims.ask import Answer, Call, Fresh, ask_calls, ask_one, calls_about
from overthink.doctor.claims.check import Claimed, DeeperClaim, Difference, OwnClaim, PlainClaim
from overthink.doctor.claims.name import Answered, Named, name_cause
from overthink.doctor.claims.plain import AboutMove, Plain, ToMax
from overthink.doctor.claims.show import show_example
from overthink.doctor.claims.shrink import MOST_SIZE, Counterexample, repeat, smaller_ones, smallest_first
from overthink.doctor.claims.simulations import check_simulations
from overthink.doctor.record import AnyGame, StageProgress, State, UserPlayer
from overthink.doctor.truths import spread
from overthink.measure.judgement import DEPTH, Value
from overthink.search.subjects.bind import has_chance
from overthink.stopping import COMMAND

PLAIN_CLAIM = "plain"
CLAIMS = (PLAIN_CLAIM, "deeper", SIMULATIONS, "other")
PLIES = ("moves", "rolls", "early")
SIDES = ("max", "mover")
POSITIONS = 300  # in which a claim is checked; twice as many take twice the time
MORE_POSITIONS = 8  # for each that was asked about, in which a smaller counterexample is looked for
ASKING_SHARE = 0.7  # of the budget; what is left is for a smaller counterexample
SMALL = 4  # positions of a tree: nobody needs a smaller one
CASES = 60  # answers of each kind, right and wrong, by which a cause is named


@dataclass(frozen=True)
class CheckedSearch:
    """What a search that claims something was found to be. Its text is the sentence, or the counterexample."""

    claims: str  # what was claimed
    answers: int  # how many were compared
    wrong: int  # answers that are not what is claimed
    text: str  # the sentence, or the counterexample with what it takes to repeat it
    example: Counterexample | None = None  # the smallest difference
    cause: Named | None = None  # the known mistake that explains the differences

    @property
    def kept(self) -> bool:
        """Whether nothing speaks against the claim."""
        return self.wrong == 0

    @property
    def place(self) -> tuple[State, Value] | None:
        """The position and the depth of the counterexample."""
        return self.example.difference.answer.call[:2] if self.example else None

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> Fields:
        """Its fields, for programs."""
        cause = {"cause": self.cause.kind, "as_if": self.cause.name} if self.cause else {}
        return {"claims": self.claims, "answers": self.answers, "wrong": self.wrong, "text": self.text, **cause}


def check_search(
    game: Game[State],
    player: UserPlayer,
    evaluate: Evaluate | None = None,
    depths: Iterable[int] = (1, 2, 3),
    claims: str | UserPlayer = PLAIN_CLAIM,
    positions: int | Iterable[State] = POSITIONS,
    *,
    noisy: AboutMove | None = None,
    extend: AboutMove | None = None,
    plies: str = "moves",
    side: str = "max",
    seed: Seed = 0,
    budget: float | None = None,
) -> CheckedSearch:
    """Is this search what it says? If it is not, an `AssertionError` shows the smallest counterexample. The error's
    first argument has its position and depth as `place`.

    Args:
        game: What is played.
        player: `player(state, depth)` returns a move, a list of moves that tie, or a value for each.
        evaluate: The evaluator of the player.
        depths: The efforts that are asked for.
        claims: "plain" (the best moves of a search of all moves to this depth: any order, pruning, tie-break, and a
            table that stores the depth); a function of a position and a depth that answers like a player, your own
            search, slow and obviously right; "deeper" (at least this depth, such as with extensions or a table that is
            kept: what this depth proves must be heeded); "simulations" (`depths` are numbers of simulations: not
            significantly worse than our UCT, which is a statistic); "other" (nothing is checked).
        positions: How many to make, or the positions.
        noisy: `noisy(state, move)`: moves that are searched beyond the horizon, where the player may also stand pat.
        extend: `extend(state, move)`: moves that take no ply.
        plies: In a game with chance, "moves" counts the players' moves, "rolls" what chance does too; "early" counts
            the players' moves, and evaluates positions at the horizon before chance moves there.
        side: Evaluations are to "max", or to the "mover".
        seed: Of a random player.
        budget: Seconds, after which, as after Ctrl-C, what was asked until then must do.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> evaluate = ot.store_difference(game)
    >>> def player(state, depth):
    ...     return ot.decide(game, state, depth=depth, evaluate=evaluate).moves[0]
    >>> print(ot.check_search(game, player, evaluate, positions=40))
    no difference in 120 answers
    """
    check_known("side", side, SIDES)
    opinion: Any = callable_evaluator(evaluate) if callable(evaluate) else evaluate
    opinion = ToMax(game, opinion) if side == "mover" and callable(opinion) else opinion
    claim = SearchClaim(claims, noisy, extend, plies)
    checked = examine_search(game, player, opinion, depths, claim, positions, seed=seed, budget=budget)
    if not checked.kept:
        raise AssertionError(checked)
    return checked


@dataclass(frozen=True)
class SearchClaim:
    """What a search claims to be: a name of `CLAIMS` or a function; and what belongs to a plain search."""

    name: str | UserPlayer = PLAIN_CLAIM
    noisy: AboutMove | None = None
    extend: AboutMove | None = None
    plies: str = PLIES[0]

    def check(self, evaluate: Evaluate | None, knob: str) -> None:
        """Refuse what is not a claim, and one that does not fit the values that the player is asked at."""
        check_known("way to count plies", self.plies, PLIES)
        name = self.name
        if not callable(name):
            check_known("claim", name, CLAIMS)
        wanted = SIMULATIONS if name == SIMULATIONS else DEPTH
        fits = name == "other" or knob == wanted
        require(fits, f"The claim '{name}' is about {wanted}, not about {knob}. Claim 'other', or give {wanted}.")
        judged = name not in (PLAIN_CLAIM, "deeper") or evaluate is not None
        compared = "is compared with one that has the same evaluator: give evaluate=."
        require(judged, f"A search that claims to be '{name}' {compared}")

    def plain(self, game: AnyGame, evaluate: Any, states: Sequence[State]) -> Plain:
        """The plain search that it is compared with."""
        usual = not (self.noisy or self.extend or has_chance(game) or hasattr(game, "cost") or one_player(game, states))
        rolls, early = int(self.plies == "rolls"), self.plies == "early"
        return Plain(game, evaluate, self.noisy, self.extend, rolls, early, pruned=usual)

    def compare(self, plain: Plain) -> Claimed:
        """What is claimed of every answer."""
        if callable(self.name):
            return OwnClaim(plain.game, self.name)
        return PlainClaim(plain) if self.name == PLAIN_CLAIM else DeeperClaim(plain)

    def __str__(self) -> str:
        if callable(self.name):
            return f"the search {getattr(self.name, '__name__', 'that is claimed')}"
        if self.name == "deeper":
            return "a search of at least this depth"
        with_ = [name for part, name in ((self.noisy, "quiescence"), (self.extend, "extensions")) if part]
        added = f", {' and '.join(with_)}" if with_ else ""
        return f"a plain search with this evaluator{added}"


def examine_search(
    game: AnyGame, player: UserPlayer, evaluate: Evaluate | None, depths: Iterable[Value], claim: SearchClaim,
    positions: Any, *, seed: Seed = 0, truth: Any = None, budget: float | None = None,
    tell: StageProgress | None = None,
) -> CheckedSearch:  # fmt: skip
    """The same, without raising. `truth` is that of the claim to simulate, by default what is cheapest. `tell` is
    called with the name of the stage, how much of it is done, and of how much."""
    check_kind(game)
    claim.check(evaluate, SIMULATIONS if claim.name == SIMULATIONS else DEPTH)
    require(callable(player), "A player is a function of a position and a depth, not {}.", player)
    require(callable(evaluate) or evaluate is None, "An evaluator is a function of a position, not {}.", evaluate)
    if claim.name == "other":
        return CheckedSearch("other", 0, 0, "it claims nothing that can be checked")
    wanted = parse_depths(depths)
    seed = parse_seed(seed)
    seconds = parse_number("A budget in seconds", budget, 0.0) if budget is not None else math.inf
    with restore_random():
        states = read_positions(positions, game).states or make_positions(game, positions, seed)
        if claim.name == SIMULATIONS:
            found = check_simulations(game, evaluate, player, states, wanted, seed, truth)
            return CheckedSearch(SIMULATIONS, len(states) * len(wanted), *found)
        plain = claim.plain(game, callable_evaluator(evaluate), states)
        examiner = _Examiner(plain, claim.compare(plain), player, wanted, seed, seconds, tell)
        return examiner.examine(states, str(claim))


@dataclass
class _Examiner:
    """One examination of one player."""

    plain: Plain
    claimed: Claimed
    player: UserPlayer
    depths: Sequence[Value]
    seed: int
    seconds: float = math.inf
    tell: StageProgress | None = None

    def examine(self, states: Sequence[State], name: str) -> CheckedSearch:
        searches = Searches(self.plain.game, self.plain.evaluate, 0.0, Seeded(self.player, self.seed))
        calls = calls_about(states, self.depths)
        begun = time.monotonic()
        with Fresh(searches) as fresh:
            answers, differences = self._ask(searches, calls, begun + ASKING_SHARE * self.seconds)
            asked = counted(len(answers), "answer")
            if len(answers) < len(calls):
                asked += f" (there was no time for {len(calls) - len(answers):,} more)"
            claims = PLAIN_CLAIM if isinstance(self.claimed, PlainClaim) else name
            if not differences:
                return CheckedSearch(claims, len(answers), 0, f"no difference in {asked}")
            example = self._smallest(differences, calls[: len(answers)], searches, fresh, begun + self.seconds)
        plain = isinstance(self.claimed, PlainClaim)
        cause = self._cause(answers, differences) if plain and not example.before else None
        what = "are proven to be wrong" if isinstance(self.claimed, DeeperClaim) else "are no best move of one"
        lines = [
            f"the player is not {name}: {len(differences):,} of {asked} {what}.",
            *show_example(example, self.plain, plain),
        ]
        if cause:
            n = f"{cause.explained} of {cause.differences}"
            lines.append(f"In {n} such answers that were looked at, it chooses as if it {cause.name}.")
        return CheckedSearch(claims, len(answers), len(differences), "\n".join(lines), example, cause)

    def _ask(self, searches: Searches, calls: Sequence[Call], deadline: float) -> tuple[list[Answer], list[Difference]]:
        """The answers and those that differ, as far as there is time. After Ctrl-C, what was found is shown."""
        answers, differences = list[Answer](), list[Difference]()
        try:
            for answer in ask_calls(searches, calls):
                difference = self.claimed(answer)
                answers.append(answer)
                differences += [difference] if difference else []
                if self.tell:
                    self.tell("checking what the player claims", len(answers), len(calls))
                if time.monotonic() > deadline:
                    break
        except KeyboardInterrupt:
            if COMMAND.running or not differences:
                raise
            self.seconds = 0.0
        return answers, differences

    def _smallest(
        self, differences: Sequence[Difference], calls: Sequence[Call], searches: Searches, fresh: Fresh,
        deadline: float,
    ) -> Counterexample:  # fmt: skip
        sized = smallest_first(self.plain, differences)
        smallest, call = sized[0][0], sized[0][1].answer.call
        small = replace(self.plain, pruned=False)  # faster in small trees
        claimed = PlainClaim(small) if isinstance(self.claimed, PlainClaim) else self.claimed
        found = list[tuple[int, Difference]]()
        asked = list(calls)
        if SMALL < smallest <= MOST_SIZE:

            def ask(call: Call) -> Answer:
                asked.append(call)
                return ask_one(searches, call)

            more = self._more(call.state, MORE_POSITIONS * len(calls) // len(self.depths))
            try:
                found.extend(smaller_ones(small, claimed, ask, more, self.depths, smallest, len(calls), deadline))
            except KeyboardInterrupt:  # what was found is shown
                if COMMAND.running:
                    raise
        return repeat([*found[::-1], *sized], asked, fresh, self.claimed)

    def _more(self, state: State, number: int) -> Iterator[State]:
        """The positions one and two moves later in which a player can choose, and those of other games."""
        game = self.plain.game
        level = [state]
        for _ in range(2):
            level = [play_of(game, each, move) for each in level for move in moves_of(game, each)]
            yield from (each for each in level if mover_of(game, each) and len(moves_of(game, each)) > 1)
        with suppress(OverthinkError):  # the game has no start: its positions were given
            yield from make_positions(game, number, self.seed + 1)

    def _cause(self, answers: Sequence[Answer], differences: Sequence[Difference]) -> Named | None:
        """The mistake that explains some answers of both kinds, with small trees, and more than two moves if there are
        such."""
        game = self.plain.game
        by_call = {difference.answer.call: difference for difference in differences}
        wrong, right = list[Answered](), list[Answered]()
        for answer in answers:
            call = answer.call
            moves = tuple(moves_of(game, call.state))
            if answer.failure:
                continue
            if call in by_call:
                wrong.append(Answered(answer, by_call[call].best, moves, by_call[call].values))
            elif len(right) < 4 * CASES:
                right.append(Answered(answer, self.plain.best(call.state, int(call.depth)), moves, {}))
        few = replace(self.plain, pruned=False)

        def effort(case: Answered) -> tuple[bool, int]:
            call = case.answer.call
            return len(case.moves) < 3, few.size(call.state, int(call.depth), MOST_SIZE // 10)

        wrong = sorted(spread(wrong, 4 * CASES), key=effort)
        by_depth = [[case for case in wrong if case.answer.call.depth == depth] for depth in self.depths]
        wrong = [case for each in zip_longest(*by_depth) for case in each if case][:CASES]  # each depth tells its part
        return name_cause(self.plain, [*wrong, *spread(right, CASES)], self.depths) if wrong else None
