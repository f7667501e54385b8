"""How often the ordered test finds a fall, and how often it finds one that is not there.

The plan, written before the run. Right and wrong answers are drawn: a question has a difficulty (normal, standard
deviation 0.95), an answer adds noise (standard deviation 1), and each setting has a threshold that gives it the
accuracy below. So two answers to one question at one setting disagree in about 33% of questions, as in public data (a
first version had 1.5 and 25%, which is kinder than that).

Shapes: six settings each, as in `SHAPES`. Questions: 100, 200, 500, 1,000. One answer each; the peak also with four.
Runs: 1,000 for each cell, seed 34. What is counted: the verdict; whether a fall was found; whether a rise was found;
whether Bonferroni's intervals over all pairs, the former way, find a fall.

What must hold: where nothing falls, a fall is found in at most 5% of runs, plus two standard errors (7.2%); the same
for rises. And on both peaks the test finds the fall at least as often as Bonferroni's intervals do.

Clusters: 300 questions in 30 passages of ten, four settings with the same truth. Each passage moves at each setting
(normal, standard deviation 0.5, on the scale of the difficulty). Falls and rises are counted without and with the
clusters, and over six cells of five passages; with clusters, at most 5% plus two standard errors.

Four more numbers, 1,000 runs each. Rare losses: at the second of two settings, 3% of questions lose 0.6 and the others
gain as much in all; rises and falls are false. Brackets: 1,000 questions at six settings; in how many runs a true
change lies above, or below, the bracket of any pair; at most 5% on each side. The best setting: 65, the next 64, 500
questions; how often it scores best, and how often it is among those that may be best. A stop at each question's best
setting: 300 questions, four answers at each of four settings with the same truth; how often the bound is above zero,
or, where settings and questions interact (normal, standard deviation 0.5), above the truth; at most 5%.

    python -m validation.efforts [RUNS [SHAPE]]        prints the table that the documentation has, or one shape
    python -m validation.efforts clusters [RUNS]       prints false alarms of questions that move together
    python -m validation.efforts numbers [RUNS [PART]] prints the four numbers, or one
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import NormalDist

import numpy as np

from overthink.core.estimate import Sample
from overthink.doctor.scores.table_result import TableDiagnosis
from overthink.doctor.subjects.table import diagnose_table
from overthink.measure.judgement import Kind, Knob, judge
from overthink.measure.ordered import judge_cells, judge_order

SHAPES = {
    "flat at 60": (0.60, 0.60, 0.60, 0.60, 0.60, 0.60),
    "rises from 45 to 63": (0.45, 0.50, 0.55, 0.60, 0.62, 0.63),
    "rises, then stays at 60": (0.40, 0.50, 0.60, 0.60, 0.60, 0.60),
    "falls from 65 to 60": (0.65, 0.64, 0.63, 0.62, 0.61, 0.60),
    "peaks at 65, ends at 60": (0.50, 0.56, 0.62, 0.65, 0.63, 0.60),
    "peaks at 65, last falls to 60": (0.45, 0.55, 0.60, 0.63, 0.65, 0.60),
    "peaks at 65, ends at 55": (0.50, 0.56, 0.62, 0.65, 0.60, 0.55),
}
QUESTIONS = (100, 200, 500, 1000)
FOUR = "peaks at 65, ends at 60"
RUNS, SEED, DIFFICULTY = 1000, 34, 0.95


def answers(means: tuple[float, ...], n: int, each: int, generator: np.random.Generator) -> Sample:
    """The mean score of each question (row) at each setting (column)."""
    spread = np.sqrt(DIFFICULTY**2 + 1.0)
    thresholds = np.array([NormalDist().inv_cdf(mean) * spread for mean in means])
    easy = generator.normal(0.0, DIFFICULTY, (n, 1, 1)) + thresholds[None, :, None]
    right: Sample = (easy + generator.normal(0.0, 1.0, (n, len(means), each)) > 0.0).mean(axis=2)
    return right


def clusters(runs: int = RUNS) -> None:
    generator, alarms, passage = np.random.default_rng(SEED), Counter[str](), np.repeat(np.arange(30), 10)
    for _ in range(runs):
        easy = generator.normal(0.0, DIFFICULTY, (300, 1)) + generator.normal(0.0, 0.5, (30, 4))[passage]
        right = 1.0 * (easy + generator.normal(0.0, 1.0, (300, 4)) > 0.0)
        cells = [passage % 6 == cell for cell in range(6)]
        for name, found in {
            "without clusters": [judge_order(dict(enumerate(right.T)))],
            "with clusters": [judge_order(dict(enumerate(right.T)), clusters=passage)],
            "six cells, with clusters": judge_cells(
                [dict(enumerate(right[cell].T)) for cell in cells], clusters=[passage[cell] for cell in cells]
            ),
        }.items():
            alarms[f"{name}: falls"] += any(each.fall for each in found)
            alarms[f"{name}: rises"] += any(each.rise for each in found)
    for name, count in alarms.items():
        print(f"{name} {count / runs:.1%} of {runs} runs")


def rare_losses(runs: int) -> None:
    for n in (50, 100, 200, 500):
        generator, alarms = np.random.default_rng([SEED, n]), Counter[str]()
        for _ in range(runs):
            change = np.where(generator.random(n) < 0.03, -0.6, 0.6 * 0.03 / 0.97)
            found = judge_order({0: np.full(n, 0.7), 1: 0.7 + change + 0.02 * generator.standard_normal(n)})
            alarms.update(rises=found.rise is not None, falls=found.fall is not None)
        print(f"rare losses, {n} questions: rises {alarms['rises'] / runs:.1%}, falls {alarms['falls'] / runs:.1%}")


def brackets(runs: int) -> None:
    for name in ("flat at 60", "rises from 45 to 63", "peaks at 65, ends at 60", "falls from 65 to 60"):
        generator, missed, means = np.random.default_rng(SEED), Counter[str](), SHAPES[name]
        for _ in range(runs):
            steps = judge_order(dict(enumerate(answers(means, 1000, 1, generator).T))).steps
            truth = [means[int(step.high)] - means[int(step.low)] for step in steps]
            missed["above"] += any(step.gain.high < true - 1e-9 for step, true in zip(steps, truth))
            missed["below"] += any(step.gain.low > true + 1e-9 for step, true in zip(steps, truth))
        print(f"brackets, {name}: above {missed['above'] / runs:.1%}, below {missed['below'] / runs:.1%}")


def best(runs: int) -> None:
    generator, count = np.random.default_rng(SEED), Counter[str]()
    for _ in range(runs):
        found = judge_order(dict(enumerate(answers((0.50, 0.60, 0.65, 0.64), 500, 1, generator).T)))
        count.update(best=found.best == 2, may=2 in found.may_be_best, size=len(found.may_be_best))
    print(
        f"scores best {count['best'] / runs:.1%}, may be best {count['may'] / runs:.1%}, of {count['size'] / runs:.2f}"
    )


def oracle(runs: int) -> None:
    for own in (0.0, 0.5):
        generator, above = np.random.default_rng(SEED), Counter[str]()
        for _ in range(runs):
            mean = NormalDist().inv_cdf(0.6) * np.sqrt(DIFFICULTY**2 + 1.0)
            easy = mean + generator.normal(0.0, DIFFICULTY, (300, 1)) + own * generator.standard_normal((300, 4))
            right = easy[:, :, None] + generator.normal(0.0, 1.0, (300, 4, 4)) > 0.0
            chance = np.vectorize(NormalDist().cdf)(easy)
            truth = (chance.max(axis=1) - chance[:, chance.mean(axis=0).argmax()]).mean() if own else 0.0
            rows = [{"task": q, "n": v, "score": float(x)} for (q, v, _), x in np.ndenumerate(right)]
            found = diagnose_table(rows, "n")
            real = (isinstance(found, TableDiagnosis) and found.oracle.real) or 0.0
            above.update(truth=real > truth, nothing=real > 0.0)
        shares = f"above the truth {above['truth'] / runs:.1%}, above zero {above['nothing'] / runs:.1%}"
        print(f"a stop at each best setting, interaction {own}: {shares}")


NUMBERS = (rare_losses, brackets, best, oracle)


def main(runs: int = RUNS, only: str = "") -> None:
    print("| truth | questions | answers each | says | falls found | rises found | Bonferroni, falls |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, means in SHAPES.items():
        if only not in name:
            continue
        for n in QUESTIONS:
            for each in (1, 4) if name == FOUR else (1,):
                generator = np.random.default_rng([SEED, n, each])
                said, falls, rises, before = Counter[str](), 0, 0, 0
                for _ in range(runs):
                    matrix = answers(means, n, each, generator)
                    scores = {float(place): scores for place, scores in enumerate(matrix.T)}
                    found = judge_order(scores)
                    said[found.shape] += 1
                    falls, rises = falls + (found.fall is not None), rises + (found.rise is not None)
                    before += judge(scores, Knob("effort", tuple(scores))).kind == Kind.WORSE
                says = ", ".join(f"{shape} {count / runs:.0%}" for shape, count in said.most_common(2))
                shares = " | ".join(f"{count / runs:.1%}" for count in (falls, rises, before))
                print(f"| {name} | {n:,} | {each} | {says} | {shares} |", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["clusters"]:
        clusters(*map(int, words[1:2]))
    elif words[:1] == ["numbers"]:
        for part in NUMBERS:
            if part.__name__ in (words[2:] or [part.__name__]):
                part(int(words[1]) if words[1:] else 1000)
    else:
        main(int(words[0]) if words else RUNS, words[1] if words[1:] else "")
