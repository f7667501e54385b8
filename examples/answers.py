"""Does a larger budget for thinking give better answers? A made-up table of 400 questions at four budgets, two answers
each. Three seconds.

    python examples/answers.py
    overthink doctor examples/answers.csv --knob budget
"""

import csv
import random
from pathlib import Path

import overthink as ot

TABLE = Path(__file__).with_name("answers.csv")
ACCURACY = {1000: 0.50, 2000: 0.62, 4000: 0.66, 8000: 0.58}


def rows():
    """Questions differ in difficulty; answers to one question are independent."""
    draw = random.Random(1)
    for question in range(400):
        ease = draw.gauss(0, 0.25)
        for budget, chance in ACCURACY.items():
            for _ in range(2):
                right = draw.random() < chance + ease
                yield question, budget, int(right), int(budget * draw.uniform(0.4, 0.9)), "stop"


def write():
    """Make the table again."""
    with TABLE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["question_id", "budget", "correct", "output_tokens", "finish_reason"])
        writer.writerows(rows())


if __name__ == "__main__":
    print(ot.diagnose_table(TABLE, knob="budget").verdict)
