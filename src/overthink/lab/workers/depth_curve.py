"""The computations of the view Depth curve: accuracy against depth, or simulations, in growing batches.

Each batch doubles the number of games. All rules and depths get the same games, so differences are paired.
A subject is trees of a model, positions of a game, or games for UCT, each with its sliders.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache

import numpy as np

from overthink.core.arithmetic import seed_key, subkeys
from overthink.core.estimate import Estimate
from overthink.core.plain import Fields
from overthink.core.tree import Column
from overthink.evaluate.games import critical_opinions
from overthink.evaluate.spoil import noisy, truth
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.lab import request as parameters
from overthink.lab.workers.offers import Offer, read_all
from overthink.lab.workers.simulations import EXPLORATION
from overthink.measure.accuracy import p_opt_by_depth, p_opt_by_simulations, right_between, right_moves
from overthink.measure.ceiling import heir_by_depth
from overthink.measure.judgement import DEPTH, Kind, Knob, judge
from overthink.presets import PRESETS, Parameter, Preset, Whole, preset_named
from overthink.presets.preset import Values, grade
from overthink.presets.trees import MOST_LEAVES
from overthink.report.charts import places
from overthink.rules import RULES, colour_of, rule_named
from overthink.search.monte_carlo import MonteCarlo
from overthink.search.subjects.kernels import of_kernels
from overthink.whole_games.survey import errors_by_depth

CurveSamples = dict[str, dict[int, list[Column]]]  # P_opt in batches, by rule and depth, or number of simulations


def describe() -> Fields:
    """Everything that the page needs for its controls."""
    return {
        name: {
            **{part: getattr(subject, part) for part in ("label", "rules", "usual", "knob")},
            "parameters": [asdict(parameter) for parameter in subject.sliders],
            "leaves": MOST_LEAVES,
            "sample": "positions" if subject.preset.whole and not subject.preset.draw else "games",
        }
        for name, subject in subjects().items()
    }


def styles() -> Fields:
    """The label, colour and mark of each rule. They do not depend on which rules are shown."""
    return {
        name: {"label": RULES[name].label, "summary": RULES[name].summary, "colour": colour_of(name), "place": place}
        for name, place in places([*RULES]).items()
    }


def curve(given: Mapping[str, str]) -> Iterator[Fields | None]:
    """The curves after each batch; None while a batch is running. `last` says that no more will come, `coin` is the
    share of right decisions of a random move, `end` the depth at which a search sees the end of every game, `ceiling`
    the rule that none can beat."""
    known = subjects()
    subject = known[parameters.choice(given, "subject", known, "board-splitting")]
    rules = parameters.choices(given, "rules", subject.rules, subject.usual)
    odd = parameters.choice(given, "depths", ("odd", "all"), "odd") == "odd"
    seed = parameters.integer(given, "seed", 0, parameters.LARGEST_SEED, 0)
    values = read_all(subject.sliders, given)
    while values.get("b", 1) ** values.get("height", 0) > MOST_LEAVES:
        values["height"] -= 1
    start = time.perf_counter()
    first = np.inf
    games = 0
    samples: CurveSamples = {}
    random: list[Column] = []
    for batch in subject.batches(values, rules, seed):
        yield None
        if not batch:
            continue
        random, end = [*random, batch.random], batch.end
        for rule, by_depth in batch.right.items():
            for depth, right in by_depth.items():
                if depth % 2 or not odd or subject.knob != DEPTH:
                    samples.setdefault(rule, {}).setdefault(depth, []).append(right)
        n = sum(map(len, random))
        elapsed = time.perf_counter() - start
        over = batch.last or n == MOST_GAMES or elapsed > first + MOST_SECONDS
        if over or n >= (2 * games or (FEWEST_GAMES if elapsed > SOON_SECONDS else FIRST_GAMES)):
            games, first = n, min(first, elapsed)
            yield {
                "n": n,
                "last": over,
                "seconds": elapsed,
                "rules": _judge(samples, subject.knob, end),
                "coin": float(np.concatenate(random).mean()),
                "end": end,
                "ceiling": subject.ceiling(values),
            }
        if over:
            return


def _judge(samples: CurveSamples, knob: str, end: int | None) -> Fields:
    """For each rule: its accuracy by depth, the verdict, the pair of depths with the largest drop that is sure, and the
    pair with the largest drop so far, or gain if nothing drops. For other knobs `depth` is the value of the knob. The
    verdict leaves out a search that sees the end."""
    verdicts = {}
    for rule, by_depth in samples.items():
        accuracy: dict[float, Column] = {depth: np.concatenate(parts) for depth, parts in by_depth.items()}
        depths = sorted(depth for depth in accuracy if depth != end)
        judgement = judge(accuracy, Knob(knob, tuple(depths))) if len(depths) > 1 else None
        pairs = judgement.pairs if judgement else ()
        worse = [pair for pair in pairs if pair.gain.high < 0.0]
        drops = [pair for pair in pairs if pair.gain.mean < 0.0]
        so_far = (min if drops else max)(pairs, key=lambda pair: pair.gain.mean, default=None)
        verdicts[rule] = {
            "accuracy": [{"depth": depth, **asdict(Estimate.share(right))} for depth, right in accuracy.items()],
            "kind": judgement.kind if judgement else Kind.UNCLEAR,
            "sentence": judgement.sentence if judgement else "only one depth does not see the end of the game",
            "worst": asdict(min(worse, key=lambda pair: pair.gain.mean)) if worse else None,
            "soFar": asdict(so_far) if so_far else None,
        }
    return verdicts


ByRule = dict[str, dict[int, Column]]  # P_opt of every game, by rule and depth, or number of simulations
FIRST_GAMES = 32  # games in the first batch
MOST_GAMES = 32_768  # in all
FEWEST_GAMES = 4  # of a first answer that would otherwise take longer than `SOON_SECONDS`
SOON_SECONDS = 0.15
MOST_SECONDS = 120.0  # seconds after the first answer; the lab would stop it, and show nothing, somewhat later
STEP_NODES = 1 << 15  # nodes in one step, which takes some hundredths of a second
DRAWN_POSITIONS = 30_000  # drawn from all positions of a whole game
SIMULATED, LAW = "critical-win-loss", "chess-random"
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000)
STEP_GAMES = 4  # of simulations in one step


@dataclass(frozen=True)
class CurveBatch:
    """Some games: P_opt of each rule and depth, P_opt of a random move, the depth at which a search sees the end of
    every game, if there is one, and whether these are all."""

    right: ByRule
    random: Column
    end: int | None = None
    last: bool = False


@dataclass(frozen=True)
class CurveSubject:
    """A preset as the view shows it. `knob` is what is turned so that the search works harder."""

    preset: Preset
    sliders: tuple[Parameter, ...]
    knob: str = DEPTH

    @property
    def label(self) -> str:
        if self.preset.extent and not self.preset.draw:
            return f"{self.preset.label}, {self.preset.extent}, solved"
        return self.preset.label if self.knob == DEPTH else f"{self.preset.label}, UCT"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that fit the number of players. On drawn trees of one player, rules for two players also work."""
        if self.preset.whole and self.preset.players == 1:
            return tuple(name for name, rule in RULES.items() if rule.goal < 0)
        two = tuple(name for name, rule in RULES.items() if not rule.goal)
        if self.knob != DEPTH:  # evaluations are numbers here, without an error
            return tuple(name for name in two if not RULES[name].binary and not RULES[name].needs_truth)
        if self.preset.players == 2:
            return two
        return ("maximax", *(name for name in two if name != "minimax" and not RULES[name].needs_truth))

    @property
    def usual(self) -> str:
        """The rules that the page selects first."""
        if self.knob != DEPTH:
            return "mean"
        if not self.preset.draw:
            return self.preset.rules[0]
        return ",".join([*sorted(set(self.preset.rules), reverse=True), *(["heir"] if self.preset.known else [])])

    def ceiling(self, values: Values) -> str | None:
        """The rule that no other can beat, where all is known that it asks for: in P-games."""
        return "heir" if self.preset.known and self.preset.known(values)[0].mixing == 1.0 else None

    def batches(self, values: Values, rules: Sequence[str], seed: int) -> Iterator[CurveBatch | None]:
        """P_opt in batches of games; None while a batch is running."""
        if self.knob != DEPTH:
            return _simulations(values, rules, seed)
        return (_trees if self.preset.draw else _positions)(self.preset, values, rules, seed)


def subjects() -> dict[str, CurveSubject]:
    """Every preset with trees to draw or with a whole space, and one for simulations."""
    known = {}
    for name, preset in PRESETS.items():
        if preset.draw:
            changes = {"b": {"high": 4}, "height": {"low": 3, "high": 11}} if preset.setup else {}
            known[name] = CurveSubject(preset, Offer(name, changes).parameters)
        elif preset.whole and all(parameter.name != "pieces" for parameter in preset.parameters):  # one board
            known[name] = CurveSubject(preset, _noise_sliders(preset))
        elif name == SIMULATED:
            shown = Offer(name, {"b": {"high": 8}}, {"law": LAW}).parameters
            known[name] = CurveSubject(preset, (*shown, EXPLORATION), "simulations")
    return known


def _noise_sliders(preset: Preset) -> tuple[Parameter, ...]:
    """Sliders for a whole game that is evaluated by its true value with noise."""
    assumed = (Parameter("error", "Error that rules assume", 0.2, 0.05, 0.5, 0.05),) if preset.players == 2 else ()
    usual, most = (12.0, 20.0) if preset.units == "tenths of a win" else (2.0, 8.0)  # so that there are errors to see
    return (
        Parameter("sigma", f"Error σ of the evaluator, in {preset.units}", usual, 0.0, most, 0.25),
        Parameter("g", "Granularity g", 20 if preset.players == 2 else 30, 2, 60),
        *assumed,
        Parameter("height", "Greatest depth", 6 if preset.players == 2 else 8, 3, 10),
    )


def _simulations(values: Values, rules: Sequence[str], seed: int) -> Iterator[CurveBatch | None]:
    """Batches of games for UCT: those of the study `cwl/fig5`."""
    for start in range(0, MOST_GAMES, STEP_GAMES):
        right: ByRule = {}
        for rule in rules:
            shares = [_wins_found(values, rule, number, seed) for number in range(start, start + STEP_GAMES)]
            right[rule] = dict(zip(SIMULATIONS, np.array(shares).T))
            yield None
        yield CurveBatch(right, np.full(STEP_GAMES, 1.0 / values["b"]))


def _wins_found(values: Values, rule: str, number: int, seed: int) -> list[float]:
    """Whether UCT finds the winning move of one game, after each number of simulations."""
    game = CriticalWinLoss(values["b"], values["gamma"], number=number, seed=seed)
    root = game.initial()
    position = of_kernels(game, root, critical_opinions(game, LAW), 0.0, RULES[rule])
    search = MonteCarlo(SIMULATIONS[-1], values["exploration"], seed=int(seed_key("cwl", seed, number)) >> 1)
    return p_opt_by_simulations(
        position, lambda move: game.truth(game.play(root, move)) > 0, RULES[rule], search, SIMULATIONS
    )


def _trees(preset: Preset, values: Values, rules: Sequence[str], seed: int) -> Iterator[CurveBatch | None]:
    """Batches of trees of a model. Rules that need wins and losses also get the error of each value."""
    assert preset.draw
    height = int(values["height"])
    draw = preset.draw(values, seed, seed)
    yield None
    read = preset.reader(values) if preset.reader and any(RULES[rule].binary for rule in rules) else None
    step = int(max(1, min(FIRST_GAMES, STEP_NODES // (2 * values["b"] ** height))))
    for start in range(0, MOST_GAMES, step):
        tree = read(draw(start, start + step)) if read else draw(start, start + step)
        end = height if not np.isnan(tree.utility[tree.levels[height] :]).any() else None
        depths = range(1, height + 1)
        known = preset.known(values) if preset.known else None
        right = {
            rule: heir_by_depth(tree, *known, depths)
            if known and rule == "heir"
            else p_opt_by_depth(tree, rule, depths)
            for rule in rules
        }
        yield CurveBatch(right, random_choice(tree.first, right_moves(tree)), end)


def random_choice(first: Column, right: Column) -> Column:
    """For each position, the share of its moves that are right."""
    roots = int(np.searchsorted(first, len(right)))
    return np.add.reduceat(right.astype(float), first[:roots]) / np.diff(first[: roots + 1])


@cache
def _whole(name: str) -> Whole:
    preset = preset_named(name)
    assert preset.whole
    return preset.whole({}, lambda stage, share: None)


def _positions(preset: Preset, values: Values, rules: Sequence[str], seed: int) -> Iterator[CurveBatch | None]:
    """One batch of positions, drawn from all positions of a game."""
    yield None
    space = _whole(preset.name).space
    error = values.get("error", 0.0)
    tree = grade(space, noisy(truth, values["sigma"] * _whole(preset.name).unit), values["g"], error)(space.tree, seed)
    yield None
    sample = np.argsort(subkeys(tree.key, int(seed_key("lab", seed)) >> 1))
    sample = sample[tree.first[sample + 1] > tree.first[sample]][:DRAWN_POSITIONS]
    right = ByRule()
    depths = range(1, values["height"] + 1)
    for rule in rules:
        errors = errors_by_depth(tree, rule_named(rule), depths, len(tree), lambda stage, share: None)
        right[rule] = {depth: 1.0 - wrong[sample].astype(float) for depth, wrong in errors.items()}
        yield None
    have = np.flatnonzero(tree.first[1:] > tree.first[:-1])
    shares = np.full(len(tree), np.nan)
    shares[have] = random_choice(np.append(tree.first[have], len(tree.child)), right_between(tree, 0, len(tree)))
    yield CurveBatch(right, shares[sample], last=True)
