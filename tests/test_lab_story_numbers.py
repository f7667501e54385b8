"""Every number and every comparison in a sentence of the story is computed again here, by drawing boards: from the
rules of the game and the papers' words alone, without the library."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from overthink.lab.views import PAGE
from tests.lab_browser import needs_browser
from tests.story_walks import STEPS, headline

Values = NDArray[np.float64]  # of the nodes of a ply, a row a board
Boards = list[Values]  # by ply
SHIPPED: dict[str, Any] = json.loads((PAGE / "views" / "story" / "story.json").read_text("utf-8"))
ERROR = 0.2
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "nine": 9}


# --- boards, guesses and searches ------------------------------------------------------------------------------------


def climb(leaves: Values, ply: int, to: int = 0) -> Boards:
    """Minimax values of all plies from `to` to `ply`: Max moves at even plies."""
    plies = [leaves]
    for above in reversed(range(to, ply)):
        choose = np.minimum if above % 2 else np.maximum
        plies.insert(0, choose(plies[0][:, ::2], plies[0][:, 1::2]))
    return plies


@cache
def boards(height: int, alike: bool = False, wanted: int = 3000) -> Boards:
    """Random boards whose first move matters, solved: pieces drawn one by one, or by sums from the root down."""
    dice = np.random.default_rng(63)
    kept = list[Values]()
    while sum(map(len, kept)) < wanted:
        if alike:
            sums = np.zeros((1000, 1), np.int8)
            for ply in range(1, height + 1):
                sums = np.repeat(sums, 2, axis=1) + 2 * dice.integers(2, size=(1000, 2**ply), dtype=np.int8) - 1
            pieces = np.where(sums > 0, 1, -1)
        else:
            pieces = 2 * dice.integers(2, size=(1000, 2**height), dtype=np.int8) - 1
        halves = climb(pieces, height, 1)[0]
        kept.append(pieces[halves[:, 0] != halves[:, 1]].astype(float))
    return climb(np.concatenate(kept)[:wanted], height)


@cache
def guesses(height: int) -> Boards:
    """Each true value, turned round once in five; the end of the game needs no guess."""
    dice = np.random.default_rng(64)
    truth = boards(height)
    return [np.where(dice.random(ply.shape) < ERROR, -ply, ply) for ply in truth[:-1]] + truth[-1:]


def right(truth: Boards, scores: Values) -> Values:
    """The share of right moves among those with the best score, for each board."""
    best = np.isclose(scores, scores.max(axis=1, keepdims=True), rtol=0, atol=1e-12)
    shares: Values = (best & (truth[1] > 0)).sum(axis=1) / best.sum(axis=1)
    return shares


def minimax(depth: int, height: int = 11) -> Values:
    return right(boards(height), climb(guesses(height)[depth], depth, 1)[0])


def vote(depth: int) -> Values:
    scores: Values = np.sum([climb(guesses(11)[d], d, 1)[0] for d in range(1, depth + 1)], axis=0)
    return right(boards(11), scores)


def emm_step(values: Values, errors: Values, own: Values | None, side: int) -> tuple[Values, Values]:
    """EMM at the nodes above these, values to the side that moves: lost if every child is, with a node's own guess
    where that is surer."""
    wins = side * values.reshape(len(values), -1, 2)
    errors = errors.reshape(wins.shape)
    lost = np.where(wins > 0, errors, 1 - errors).prod(axis=2)
    value = np.where((wins > 0).any(axis=2), 1.0, -1.0)
    error = np.where(value > 0, lost, 1 - lost)
    value, error = np.where(error > 0.5, -value, value), np.minimum(error, 1 - error)
    if own is not None:
        value, error = np.where(error > ERROR, side * own, value), np.minimum(error, ERROR)
    return side * value, error


def emm_scores(guess: Boards, depth: int) -> tuple[Values, dict[int, tuple[Values, Values]]]:
    """What each first move is worth, value before error, and each ply's search before the own guess has its say."""
    values, errors = guess[depth], np.full(guess[depth].shape, ERROR)
    searched = {}
    for ply in reversed(range(1, depth)):
        side = -1 if ply % 2 else 1
        searched[ply] = emm_step(values, errors, None, side)
        values, errors = emm_step(values, errors, guess[ply], side)
    return values * (1 - errors / 100), searched


@cache
def counted(depth: int, alike: bool, levels: int | None) -> Values:
    """Minimax on the share of Max's pieces, told in so many levels, or exactly."""
    truth = boards(11, True) if alike else boards(11)  # the same, from the cache
    share = (truth[11].reshape(len(truth[11]), 2**depth, -1).mean(axis=2) + 1) / 2
    if levels:
        share = np.floor(np.minimum(share, 1 - 1e-12) * levels)
    return right(truth, climb(share, depth, 1)[0])


# --- what the sentences say ------------------------------------------------------------------------------------------


def near(percent: str | float, sample: Values) -> bool:
    """Whether a share is what was sampled, to four standard errors."""
    spread = max(float(sample.std()), 0.01) / len(sample) ** 0.5
    return abs(float(percent) / 100 - sample.mean()) < 4 * spread


def less(one: Values, other: Values) -> bool:
    """Whether the one is surely smaller, on the same boards."""
    gap = other - one
    return bool(gap.mean() > 4 * gap.std() / len(gap) ** 0.5)


@cache
def small() -> tuple[Boards, Boards]:
    """The story's own board and its guesses, in plies."""
    game = SHIPPED["game"]
    truth = climb(np.array([[1.0 if piece == "1" else -1.0 for piece in game["pieces"]]]), 6)
    flat = np.concatenate(truth, axis=1)[0]
    wrong = np.array([limit <= ERROR for limit in game["wrong"]])
    guess = np.where(wrong & (np.arange(127) < 63), -flat, flat)
    return truth, [guess[None, 2**ply - 1 : 2 ** (ply + 1) - 1] for ply in range(7)]


def outcome(depth: int) -> float:
    """1: the small game's search is right, 0: wrong, ½: a coin toss."""
    truth, guess = small()
    return float(right(truth, climb(guess[depth], depth, 1)[0])[0])


def place_at(place: int) -> tuple[float, float]:
    """The truth and the guess at a place of the third row."""
    truth, guess = small()
    return float(truth[3][0, place - 1]), float(guess[3][0, place - 1])


@cache
def search_errors() -> dict[tuple[float, float], tuple[float, int]]:
    """At nodes where Max chooses between two guesses: how often the search is wrong, by the true halves."""
    truth, guess = boards(11), guesses(11)
    pairs = truth[3].reshape(-1, 2)
    seen = guess[3].reshape(-1, 2).max(axis=1) != truth[2].reshape(-1)
    kinds = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
    found = {kind: seen[(np.sort(pairs, axis=1) == kind).all(axis=1)] for kind in kinds}
    return {kind: (float(errors.mean()), len(errors)) for kind, errors in found.items()}


def errs(percent: str | float, kind: tuple[float, float]) -> bool:
    share, n = search_errors()[kind]
    return abs(share - float(percent) / 100) < 4 * (share * (1 - share) / n) ** 0.5


def emm_on_small() -> tuple[list[int], list[int], list[str], bool]:
    """The nodes of the small game whose own guess is surer, those where it says the opposite, the search's errors
    there, and whether EMM is right."""
    truth, guess = small()
    scores, searched = emm_scores(guess, 3)
    surer, opposite, errors = list[int](), list[int](), list[str]()
    for ply in (2, 1):
        values, found = searched[ply]
        for i in range(2**ply):
            if found[0, i] > ERROR:
                surer.append(2**ply - 1 + i)
                errors.append(f"{found[0, i]:.2f}".lstrip("0"))
                if values[0, i] != guess[ply][0, i]:
                    opposite.append(2**ply - 1 + i)
    return surer, opposite, errors, right(truth, scores)[0] == 1.0


def two_curves(a: str, b: str, depth: str, alike: bool) -> bool:
    levels = int(SHIPPED["curves"]["alike"]["setting"]["g"])
    last = WORDS[depth]
    order = less(counted(1, alike, levels), counted(last, alike, levels))
    return near(a, counted(1, alike, levels)) and near(b, counted(last, alike, levels)) and order == alike


def same_answer() -> bool:
    """Nine moves ahead are better than one on boards alike, and worse on scattered ones, however pieces are counted."""
    kinds = (20, 60, None)
    return all(less(counted(1, True, levels), counted(9, True, levels)) for levels in kinds) and all(
        less(counted(9, False, levels), counted(1, False, levels)) for levels in kinds
    )


def dice(sides: int, throws: int) -> float:
    return 1 - (1 - 1 / sides) ** throws


SAID: dict[str, Callable[..., bool]] = {  # a sentence, and how to see that it is true
    "Looking further ahead should help.": lambda: True,  # asked, not said
    "Two players in turn cut this board into halves and keep one: Max left or right, Min upper or lower.": lambda: True,
    "After six cuts one piece is left.": lambda: len(SHIPPED["game"]["pieces"]) == 2**6,
    "If it is filled, Max wins, and if it is hollow, Min.": lambda: True,
    "You are Max.": lambda: True,
    "It stops before the end and guesses who will win, right four times in five.": lambda: near(
        80, (guesses(11)[3] == boards(11)[3]).mean(axis=1)
    ),
    "Then it works back: Max takes the best for him, Min the worst for Max.": lambda: True,
    "Which half does it keep if it looks (?:one|three) moves? ahead": lambda: True,
    "(One|Three) moves? ahead": lambda depth: WORDS[depth.lower()] in (1, 3),
    "Eight guesses instead of two: now the left half looks won and the right half looks lost.": lambda: (
        climb(small()[1][3], 3, 1)[0].tolist() == [[1.0, -1.0]]
    ),
    "✓ keeps the right half, which wins": lambda: outcome(1) == 1.0 and emm_on_small()[3],
    "(?:✗|Max) keeps the left half, which loses": lambda: outcome(3) == 0.0 and small()[0][1][0, 0] == -1,
    "Looking further ahead made the decision worse.": lambda: (outcome(1), outcome(3)) == (1.0, 0.0),
    "Six of these eight guesses are right.": lambda: (small()[0][3] == small()[1][3]).sum() == 6,
    "Press the two that you think are wrong.": lambda: True,
    r"Of 8 guesses, the (\d)th and the (\d)th are wrong.": lambda a, b: (
        np.flatnonzero((small()[0][3] != small()[1][3])[0]) + 1 == [int(a), int(b)]
    ).all(),
    "The 4th makes the left half look won.": lambda: place_at(4) == (-1.0, 1.0),
    "The 7th makes the right half look lost.": lambda: place_at(7) == (1.0, -1.0),
    "Repair one guess: a coin toss.": lambda: True,  # walked in tests/story_walks.py
    "Repair both: the right half.": lambda: True,
    "Which of the six right guesses matter": lambda: True,
    "Then move the first slider.": lambda: True,
    "With 20% wrong guesses, of the moves looked ahead 1, 2, 5 and 6 are right; 3 is wrong; 4 is a coin toss.": (
        lambda: [outcome(depth) for depth in range(1, 7)] == [1, 1, 0, 0.5, 1, 1]
    ),
    "Each guess is wrong once in five.": lambda: True,
    "Max moves, and both halves are really lost.": lambda: place_at(3)[0] == place_at(4)[0] == -1,
    "Each guess is wrong in 20% of cases.": lambda: near(20, (guesses(11)[3] != boards(11)[3]).mean(axis=1)),
    "How often does the search see a win": lambda: True,
    r"36%: 1 − .8 × .8.": lambda: errs(36, (-1.0, -1.0)),
    "One wrong guess is enough, because Max takes the half that looks won.": lambda: True,
    "A guess at the node itself would be wrong in 20% of cases.": lambda: near(
        20, (guesses(11)[2] != boards(11)[2]).mean(axis=1)
    ),
    "On our board it happened above the 4th guess.": lambda: (
        place_at(4) == (-1.0, 1.0) and place_at(3) == (-1.0, -1.0) and small()[0][2][0, 1] == -1
    ),
    "If one half is really won, Max misses it only if its guess is wrong and the other one is right: .2 × .8 = 16%, "
    "as above the 7th guess.": lambda: (
        errs(16, (-1.0, 1.0)) and place_at(7) == (1.0, -1.0) and place_at(8) == (-1.0, -1.0)
    ),
    "If both are won: .2 × .2 = 4%.": lambda: errs(4, (1.0, 1.0)),
    "So Max’s moves make false wins, and Min’s make false losses: each level adds errors of its own kind.": lambda: (
        search_errors()[-1.0, -1.0][0] > ERROR > search_errors()[-1.0, 1.0][0] > search_errors()[1.0, 1.0][0]
    ),
    "Let two students toss a die each, 1 meaning “wrong” .one in six..": lambda: True,
    "How often does at least one err": lambda: True,
    "In 31% of cases.": lambda: round(100 * dice(6, 2)) == 31,
    "Then with three lost parts instead of two: 1 − .8³ = 49%.": lambda: round(100 * dice(5, 3)) == 49,
    "Bad luck on one board": lambda: True,
    "So we let the computer decide on 32,768 random boards, each of 2,048 pieces and 11 cuts.": lambda: (
        SHIPPED["curves"]["many"]["n"] == 32768 and 2**11 == 2048
    ),
    "The rule so far .Max takes the best for him, Min the worst. is called minimax.": lambda: True,
    r"It goes down: from ([\d.]+)% one move ahead to ([\d.]+)% nine moves ahead.": lambda a, b: (
        near(a, minimax(1)) and near(b, minimax(9)) and less(minimax(9), minimax(1))
    ),
    "A coin would do nearly as well.": lambda: 0.5 < minimax(9).mean() < 0.57,
    "Only a search that sees the end of the game is right: there it needs no guesses.": lambda: (
        minimax(11).mean() == 1.0 and all(minimax(depth).mean() < 1.0 for depth in (1, 3, 5, 7, 9))
    ),
    "We chose our board for its clean picture; these games we did not choose.": lambda: True,
    r"On boards of its size, ([\d.]+)% one move ahead and ([\d.]+)% three moves ahead.": lambda a, b: (
        near(a, minimax(1, 6)) and near(b, minimax(3, 6))
    ),
    "Then with guesses wrong in 5% of cases: does it still go down": lambda: True,
    "EMM .error-minimizing minimax. keeps a node’s own guess where that is surer than the search below.": lambda: True,
    "EMM keeps the right half, which wins.": lambda: emm_on_small()[3],
    "At (\\w+) nodes its own guess is surer than the search.": lambda n: WORDS[n] == len(emm_on_small()[0]),
    "At (\\w+) of them the guess says the opposite.": lambda n: WORDS[n] == len(emm_on_small()[1]),
    r"At a ringed node, EMM reckons with the larger error for the search \(([^)]*) against .2\).": lambda errors: (
        sorted(errors.split(", ")) == sorted(emm_on_small()[2])
    ),
    r"Nine moves ahead, EMM is right in ([\d.]+)% of the games, and vote, a sum over all depths, in ([\d.]+)%.": (
        lambda a, b: near(a, right(boards(11), emm_scores(guesses(11), 9)[0])) and near(b, vote(9))
    ),
    "Both also read the guesses at inner nodes; minimax does not.": lambda: True,
    "EMM, three moves ahead(?:: chance of being wrong)?": lambda: True,
    "32,768 games": lambda: SHIPPED["curves"]["many"]["n"] == 32768,
    "Does looking further ahead always hurt": lambda: True,
    "Now a guess counts: which player has more pieces left": lambda: True,
    "Where is it better to look nine moves ahead than one": lambda: True,
    "Only where neighbours are alike.": same_answer,
    r"Alike: ([\d.]+)% one move ahead, ([\d.]+)% (\w+) moves ahead.": lambda a, b, d: two_curves(a, b, d, True),
    r"Scattered: ([\d.]+)% one move ahead, ([\d.]+)% (\w+) moves ahead.": lambda a, b, d: two_curves(a, b, d, False),
    "32,768 boards of each kind, guesses in 60 levels; 20 levels or an exact count give the same answer.": lambda: (
        {SHIPPED["curves"][kind]["n"] for kind in ("alike", "scattered")} == {32768} and same_answer()
    ),
    r"Alike: good positions have good successors \(local similarity\).": lambda: (
        (np.diff(boards(11, True)[11].reshape(-1, 2)) == 0).mean() > 0.7
    ),
    "Let the class play our board: Max counts pieces three moves ahead and keeps the left half.": lambda: (
        outcome_by_count() == 0
    ),
    "From there Min can win.": lambda: small()[0][1][0, 0] == -1,
    r"[12] minutes?.": lambda: True,
}  # fmt: skip
CLAIM = re.compile(
    r"\d|%|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|once|twice|more|less|better|worse|best|worst|most|"
    r"mostly|surer?|larger|smaller|nearly|only|always|never|every|each|both|all|wins|loses|happened|happens)\b",
    re.IGNORECASE,
)
TEXTS = """() => [...document.querySelectorAll(".story :is(h1, h2, p, figcaption)")].map((each) => each.textContent)"""


def outcome_by_count() -> int:
    """The half that Max keeps if it counts pieces three moves ahead."""
    pieces = small()[0][6].reshape(1, 8, -1).mean(axis=2)
    return int(climb(pieces, 3, 1)[0][0].argmax())


def sentences(text: str) -> Iterator[str]:
    """The sentences of a paragraph, without what depends on the reader's answer."""
    text = re.sub(r"^(Your guess was right|Not this time|You found \w+ of the wrong guesses)[.] ", "", text.strip())
    yield from (each for each in re.split(r"(?<=[.?])\s+(?=[A-ZÖ\d])|(?<=\?)\s", text) if each)


@pytest.mark.exhaustive
@needs_browser
def test_every_sentence_holds_on_boards_drawn_here(page: Page) -> None:
    """No sentence with a number or a comparison is left out; every entry of the table is said somewhere."""
    used = set[str]()
    unknown, false = set[str](), set[str]()
    for step, (_, answers) in STEPS.items():
        for answer in ("", "show", *answers[1:2]):
            page.goto(f"/#/story?step={step}" + (f"&a{step}={answer}" if answer else ""))
            headline(page, step)
            expect(page.locator(".truth p" if answer else ".answers").first).to_be_visible()
            texts = page.evaluate(TEXTS)
            for _ in range(2 if (step, answer) == (1, "") else 0):  # the reader cuts
                page.keyboard.press("1")
                texts += page.evaluate(TEXTS)
            for sentence in {each for text in texts for each in sentences(text)}:
                known = [(words, found) for words in SAID if (found := re.fullmatch(words + "[.?]?", sentence))]
                used |= {words for words, _ in known}
                if not known and CLAIM.search(sentence):
                    unknown.add(f"{step}: {sentence}")
                false |= {f"{step}: {sentence}" for words, found in known if not SAID[words](*found.groups())}
    assert not false, false
    assert not unknown, unknown
    assert used == {*SAID}, {*SAID} - used
