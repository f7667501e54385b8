"""A game of your own and its evaluator: does a deeper search choose better? Ten seconds.

python examples/my_game.py
cd examples && overthink doctor my_game:Sticks --evaluate my_game:guess --depths 1-3 --positions 100
"""

import overthink as ot


class Sticks:
    """Take 1, 2 or 3 sticks from one of two heaps; whoever takes the last stick wins."""

    def initial(self):
        return 15, 12, 1  # two heaps, player to move

    def mover(self, state):
        return state[2]

    def moves(self, state):
        return [(heap, take) for heap in (0, 1) for take in (1, 2, 3) if take <= state[heap]]

    def play(self, state, move):
        heaps = list(state[:2])
        heaps[move[0]] -= move[1]
        return (*heaps, -state[2])

    def utility(self, state):
        return -state[2]  # no stick is left: the player to move has lost


def guess(state):
    """An odd number of sticks is good for the player to move; more is better for Max."""
    return 0.5 * state[2] if (state[0] + state[1]) % 2 else -0.5 * state[2]


if __name__ == "__main__":
    found = ot.diagnose(Sticks(), guess, depths=(1, 3), rules=("minimax", "emm", "vote"), error=0.2, positions=100)
    print(found.verdict)
    print(found.advice)
