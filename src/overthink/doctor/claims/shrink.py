"""Look for the smallest counterexample: the smallest plain tree, also in more positions, and then the fewest calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from overthink.doctor.claims.ask import Answer, Call, Fresh
from overthink.doctor.claims.check import Claimed, Difference
from overthink.doctor.claims.plain import Plain
from overthink.doctor.record import State
from overthink.measure.judgement import Value

MOST_SIZE = 20_000  # positions of a tree that are counted: a larger one is read by nobody
LOOKED_AT = 10  # differences that are repeated in a new process, the smallest first
TRIED_CALLS = 40  # lists of earlier calls that are tried


@dataclass(frozen=True)
class Counterexample:
    """A difference, the size of its tree, and what it takes to see it again."""

    difference: Difference
    size: int  # positions of its tree
    repeats: bool | None  # whether a new process answers the same; None if that is not known
    before: tuple[Call, ...] = ()  # calls after which it does


def smallest_first(plain: Plain, differences: Iterable[Difference]) -> list[tuple[int, Difference]]:
    """The differences and the sizes of their trees."""
    sized = list[tuple[int, Difference]]()
    least = MOST_SIZE
    for difference in differences:
        call = difference.answer.call
        size = plain.size(call.state, int(call.depth), max(least, 1))
        least = min(least, LOOKED_AT * size)
        sized.append((size, difference))
    return sorted(sized, key=lambda pair: (pair[0], pair[1].answer.call.depth))


def smaller_ones(
    plain: Plain, claimed: Claimed, ask: Callable[[Call], Answer], states: Iterable[State], depths: Sequence[Value],
    size: int, number: int, deadline: float,
) -> Iterator[tuple[int, Difference]]:  # fmt: skip
    """Differences with smaller trees in more positions. Only those whose trees are smaller are asked about. When the
    clock passes the deadline, those that are found must do."""
    for place, state in enumerate(states, number):
        if time.monotonic() > deadline:
            break
        for depth in depths:
            own = plain.size(state, int(depth), size)
            if own >= size:
                break
            difference = claimed(ask(Call(state, depth, place)))
            if difference:
                yield own, difference
                size = own


def repeat(
    sized: Sequence[tuple[int, Difference]], asked: Sequence[Call], fresh: Fresh, claimed: Claimed
) -> Counterexample:
    """The smallest difference that a new process shows at once; otherwise the smallest one that it shows after fewer
    calls than there were."""
    for size, difference in sized[:LOOKED_AT]:
        answers = fresh([difference.answer.call])
        if answers is None:
            return Counterexample(sized[0][1], sized[0][0], None)
        again = claimed(answers[0])
        if again:
            return Counterexample(again, size, True)
    size, difference = sized[0]
    before = _calls_before(difference.answer.call, asked, fresh, claimed)
    return Counterexample(difference, size, False, before)


def _calls_before(call: Call, asked: Sequence[Call], fresh: Fresh, claimed: Claimed) -> tuple[Call, ...]:
    """Few calls after which a new process answers as this one did; none if no list of them does."""
    tries = TRIED_CALLS

    def shows(before: Sequence[Call]) -> bool:
        nonlocal tries
        tries -= 1
        answers = fresh([*before, call])
        return answers is not None and claimed(answers[-1]) is not None

    earlier = list(asked[: asked.index(call)] if call in asked else asked)
    lengths = [1 << power for power in range(len(earlier).bit_length())]
    enough = next((earlier[-length:] for length in [*lengths, len(earlier)] if length and shows(earlier[-length:])), [])
    part = len(enough) // 2
    while part and tries > 0:
        for begin in range(0, len(enough), part):
            fewer = enough[:begin] + enough[begin + part :]
            if tries > 0 and fewer and shows(fewer):
                enough = fewer
                break
        else:
            part //= 2
    return tuple(enough)
