"""Every sentence of the doctor is rendered here, from fields.

A fact is a template and the values of its places. Nothing reads a rendered sentence: code asks for the fact's `kind`,
which is a member of an enumeration of templates (or a text of a user's own check).

A place may have one of these formats besides Python's own: `points` (0.053 is 5.3), `gain` (with its sign), `percent`,
`count` (1,000), `at` (depth 3; depths 1, 3), `shares` (by depth), and the name of a thing to count: `{n:position}` is
"1 position" or "2 positions". A place may hold another fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import Formatter
from typing import Any

from overthink.core.errors import counted

THINGS = ("position", "case", "answer", "question", "search", "move", "evaluation")


@dataclass(frozen=True)
class Fact:
    """One thing that was seen: which (a template), and its numbers."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return _PLACES.format(self.kind, **self.values) if self.values else self.kind


def fact(kind: str, /, **values: Any) -> Fact:
    """A fact of this kind, with the values of its places."""
    return Fact(kind, values)


class _Places(Formatter):
    def format_field(self, value: Any, form: str) -> str:
        if form in THINGS:
            return counted(int(value), form)
        if form == "at":
            many = value if isinstance(value, list | tuple) else (value,)
            return f"depth{'s' if len(many) > 1 else ''} {', '.join(f'{each:g}' for each in many)}"
        if form == "shares":
            return ", ".join(f"{100 * share:.1f}% at depth {depth:g}" for depth, share in value.items())
        if form in _FORMS:
            return _FORMS[form].format(value if form == "count" else 100.0 * value)
        return str(super().format_field(value, form))


_FORMS = {"points": "{:.1f}", "gain": "{:+.1f}", "percent": "{:.0f}%", "percents": "{:.1f}%", "count": "{:,}"}
_PLACES = _Places()


class Need(StrEnum):
    """What to give, so that a check can examine something."""

    PLAYER = "your search (--player)"
    EVALUATOR = "an evaluator (--evaluate)"
    TIME = "more time (--budget)"
    POSITIONS = "more positions (--positions)"
    DEPTHS = "at least three depths, odd and even (--depths)"
    REFERENCE = "another engine as the reference (--reference)"
    DEPTH_KNOB = "depths (--depths), for a plain search to compare with"
    OPINION_CLAIM = "what your evaluator claims: symmetric, max, mover or probability (--claims)"


class Seen(StrEnum):
    """What the checks on games and engines can say, each with the places of its numbers."""

    # Any check
    NO_TIME = "the time was over"
    NOTHING = "there was nothing to compare: {what}"
    CHECK_FAILED = "the check failed: {kind}: {why}"
    WAITS = "first rule out {name}"
    EXPLAINS_ALL = "it explains all of the drop of {drop:points} points from depth {shallow:g} to {deep:g}"
    EXPLAINS = "it explains {part:points} points of the drop of {drop:points} points from depth {shallow:g} to {deep:g}"
    # The evaluator
    WRONG_SIDE = "where {side} is to move, positions that look good are bad (r = {fit:.2f}): return values for Max"
    RISES = "evaluations rise with the truth for both sides"
    RISES_FOR = "evaluations rise with the truth where {side} moves; the other side was not examined"
    HARDLY_FOLLOWS = "evaluations hardly follow the truth, so it would not show from which side they are"
    SILENT = "it gives all moves of a position the same value, in each of {n:position}: does a feature never count?"
    FEW_VALUES = "the evaluator has too few different values"
    NOT_FINITE = "the evaluator gives no finite values to compare"
    VALUED_TWICE = "asked twice, it values {changed} of {asked:position} differently"
    VALUED_EMPTY = "asked with an empty memory, it values {changed} of {asked:position} differently"
    BEYOND_RESULTS = (
        "{share:percent} of the evaluations lie beyond any result: a search prefers them to it (--claims probability)"
    )
    ENDS_ALONE = "a mistake in a few positions would not show"
    BEST_ARE_WORSE = "the moves that look best are worse than those that look average: does its value overflow?"
    WORST_ARE_BETTER = "the moves that look worst are better than those that look average: does its value overflow?"
    FEW_EVALUATIONS = "{n:evaluation} are too few to examine its scale"
    BROKEN_OPINION = "{wrong:count} of {n:evaluation} are not what is claimed of them"
    # The truth, the depths and the positions
    BY_FILE = "the best moves are those of the file; whether they are right is not known"
    JUDGES_ITSELF = "the engine judges itself and may repeat its own errors"
    ANOTHER_ENGINE = "the reference is another engine; its errors are not known"
    UNKNOWN_TRUTH = "the truth is {truth}; its errors are not known"
    WEAK_TRUTH = (
        "{weaker} disagrees with it in {share:percents} of positions, {ratio:.2f} times as often as the player "
        "[{low:.2f}, {high:.2f}]: it is hardly more reliable; use a deeper one"
    )
    SOME_DOUBT = (
        "{weaker} disagrees with it in {share:percents} of positions, {ratio:.2f} times as often as the player "
        "[{low:.2f}, {high:.2f}]"
    )
    PARITY = "accuracy drops {steps}, but not between depths of the same parity"
    PARITY_UNSURE = "accuracy drops {steps}, but not clearly enough: examine more positions"
    SAME_PARITY_DROPS = "{without}accuracy also drops between depths of the same parity"
    NO_STEP_DOWN = "{without}accuracy does not drop between neighbouring depths"
    TOO_FEW = "{n:position}; {without}{needed:count} more would settle a 2-point difference"
    LOST_POSITIONS = (
        "an engine crashed, hung or gave an illegal move, and was restarted {times}; {lost:position} could not be "
        "examined"
    )
    RESTARTED = (
        "an engine crashed, hung or gave an illegal move, and was restarted {times}; then every search succeeded"
    )
    NO_NODES = "all results were stored, so no nodes were counted"
    NODES = "it includes quiescence and extensions; nodes per position: {nodes}"
    # What plies are worth with an evaluator that states its errors
    PLIES_GAIN = (
        "{plies:g} more plies of minimax gain {mean:points} points [{low:points}, {high:points}] with this evaluator "
        "({n:position})"
    )
    PLIES_GAIN_NOTHING = (
        "{plies:g} more plies of minimax gain nothing with this evaluator: {mean:gain} points [{low:gain}, "
        "{high:gain}] ({n:position})"
    )
    RULE_GAINS = (
        "{rule} at {depth:at} gains {mean:points} points [{low:points}, {high:points}] for {cost:.3g} times the "
        "evaluations of {shallow:at} ({n} held-out positions)"
    )
    NOTHING_GAINS = (
        "no rule at any depth gains on {shallow:at}: the best on the other half, {rule} at {depth:at}, is "
        "{mean:gain} points [{low:gain}, {high:gain}] ahead for {cost:.3g} times the evaluations ({n} held-out "
        "positions)"
    )
    GROWN_GAINS = (
        "with your evaluator, {evaluations:evaluation} best-first are right in {mean:points} points [{low:points}, "
        "{high:points}] more positions than your alpha-beta with as many ({n:position})"
    )
    GROWN_GAINS_NOTHING = (
        "with your evaluator, {evaluations:evaluation} best-first are not significantly better than your alpha-beta "
        "with as many: {mean:gain} points [{low:gain}, {high:gain}] ({n:position})"
    )
    # Where it hurts
    NO_MORE = "of {n:position}, {worsened} worsened and {improved} improved {step}: the difference may be chance ({p})"
    MORE_WORSENED = (
        "of {n:position}, {worsened} worsened and {improved} improved {step}: more worsened than by chance ({p})"
    )
    MORE_IMPROVED = (
        "of {n:position}, {worsened} worsened and {improved} improved {step}: more improved than by chance ({p})"
    )
    # Ties
    SMALLER_DROP = "if every move that keeps the result counts as right, a smaller drop remains"
    NO_DROP = "if every move that keeps the result counts as right, no drop remains"
    MAY_BE_AS_LARGE = (
        "if every move that keeps the result counts as right, no clear drop remains, but it may be as large: examine "
        "more positions"
    )
    ALSO_DROPS = "accuracy also drops if every move that keeps the result counts as right"
    WORSE_TIES = (
        "among ties it chooses worse moves than chance would: {most:gain} points at depth {deep:g}, {least:gain} at "
        "depth {shallow:g}"
    )
    SHARED = (
        "its own drop from depth {shallow:g} to {deep:g} is {lost:points} points, with ties shared equally "
        "{left:points}: the difference is luck"
    )
    SHARES_TIES = "the verdict shares ties equally: {fact}"
    HIDES = (
        "its choice among ties, such as the move of the depth before in iterative deepening, hides a drop; with ties "
        "shared equally, {sentence}"
    )
    LITTLE_LUCK = "its own choice among ties changes no comparison of depths by more than {largest:points} points"
    MARGIN = "the margin of {margin:g} pawns matters; {others}"
    SAME_MARGINS = "a margin of {margins} pawns gives the same kind of verdict"
    # The player's own search
    CLAIMS_NOTHING = "it claims nothing that can be checked"
    BROKEN_CLAIM = "{wrong:count} of {n:answer} are not what it claims"
    WORSE_THAN_OURS = "it is significantly worse than our UCT at equal simulations"
    NOT_WHAT_IT_CLAIMS = "this search is not what it claims, so the curve is its own: {fact}"
    AS_IF = "it chooses as if it {cause}"
    OUTSIDE = (
        "it chooses outside the ties of a plain search in {differ} of {n:position} (worse in {worse}, better in "
        "{better})"
    )
    PROVES = (
        "if it is meant to be a plain search, this position proves that it is not: {state}, depth {depth:g}: it "
        "chooses {chosen}, and {best} is better"
    )
    LATER = (
        "it kept its claim when that was checked, so it may remember earlier calls: {state}, depth {depth:g}: it "
        "chooses {chosen}, and {best} is better"
    )
    EXPECTED = "if it looks further, or keeps a table between calls, this is expected"
    BESIDE_CHANCE = "at {at} it is right in {share:percent} of the positions, a random move in {chance:percent}"


class SeenInTable(StrEnum):
    """What the checks on tables can say."""

    SHARES = "{shares}"
    RIGHT = "with these counted as {counted}, {change}"
    WITHOUT = "without these, {change}"
    GONE = "the {word} from {low} to {high} is no longer significant ({now} instead of {before})"
    SMALLER = "the {word} from {low} to {high} is {now} instead of {before}"
    OTHER = "another verdict appears: {shape}"
    HEAP = "{share} of the answers at {at} have exactly {tokens:count} tokens, which looks like a limit"
    RETRIES = "retries an answer: {shares}"
    DIFFERS = "{what} differs ({texts})"
    GOES_ALONG = "{what} changes with the knob too"
    VARIED = "{varied:count} of {again:answer} that were given more than once got different scores"
    CHANCE = "one setting asked twice would differ by up to {bound} by chance; the change is {change}"
    BY_HEART = "a table cannot tell; at {at}, {right} are right, so no more than that can be known by heart"
    UNSEEN = "on the {n:question} that were not seen, {change}"
    ELSEWHERE = "at {at}, the {n:question} with a score at every value score {kept}, and the {m} others {left}"
    SORTED = "inside every question, more {what} stand at the larger value, and the values touch: they look like bins"
    BINS = "the values are bins of {what}: at {low} there are up to {top:count}, at {high} {bottom:count} or more"
    NOT_SAID = "nothing says of {share} which are {what}"
    STRANGE = "{what} has words that are not understood: {words}"
    NEVER_RIGHT = "texts of {what} that are never right may say that there is no answer: {words}"
    UNNAMED = "{what} may say it, and has no role: name it or leave it out"
    OTHER_SIZE = "a change has another size"
    LACKING = "no score: {shares}; with these counted as {counted}, {change}"
    NOT_COMPARED = "not compared, because there are too many texts: {what}"
    CHANGES = "{what} changes with the knob ({texts})"
    NO_RETRIES = "nothing says how often {share} were tried"
    NO_COLUMN = "no column tells the {what}"
    NO_ANSWERS = "the answers are not known"
    SELDOM_AGAIN = "only {again:answer} were given more than once"
    ONE_ANSWER = "each question has one answer at a setting"
    MARKED = "{n:question} are marked as not seen"
    ONE_VALUE = "{n:question} have a score at one value only"
    SAID_SET = "{knob} was set, as you said"
    PERHAPS_SET = "the table does not say whether {knob} was set"


class Cause(StrEnum):
    """Kinds of mistakes, in words that follow "it chooses as if it"; and what to do about each."""

    FEWER_PLIES = "looked fewer plies ahead than it says"
    MORE_PLIES = "looked more plies ahead than it says"
    PLACE = "saw a tie and took a move by its place in the list"
    SIDES = "saw values from the wrong side"
    ENDS = "misjudged finished games"
    LEAVES = "changed what the evaluator says"
    COSTS = "forgot what moves cost"
    CHANCE = "did not weigh what chance does by its probability"
    SOME_MOVES = "tried only some moves"
    RULE = "used another rule"
    ROLLS = "counted what chance does as plies"
    EARLY = "evaluated positions at the horizon before chance moved there"


MENDS = {
    Cause.FEWER_PLIES: "count plies from the root: depth d looks at positions d moves later",
    Cause.MORE_PLIES: "count plies from the root: depth d looks at positions d moves later, and no further",
    Cause.PLACE: "look at how the best move is kept: begin below every value, and replace it by a greater one only",
    Cause.SIDES: "look at every place where a value changes its side: the sign at leaves, at ends, and for each reply",
    Cause.ENDS: "test for the end of the game before the depth, and return its result for the side of other values",
    Cause.LEAVES: "return what the evaluator says as it is: no rounding, no limit, and for the position itself",
    Cause.COSTS: "subtract the cost of each move",
    Cause.CHANCE: "weigh each outcome of chance by its probability",
    Cause.SOME_MOVES: "search every legal move, or raise the limit",
    Cause.EARLY: "let chance move before a position is evaluated, or claim it with plies='early' (--plies early)",
    Cause.ROLLS: "count only the players' moves as plies, to compare it with a plain search of the same depth, or "
    "claim it with plies='rolls' (--plies rolls)",
}
