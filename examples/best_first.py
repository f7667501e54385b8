"""Where to spend 300 evaluations of a net: best-first beside alpha-beta in one position of Connect Four. Ten seconds.

python examples/best_first.py
"""

import overthink as ot

game = ot.ConnectFour()
net = ot.Net.shipped("connect-four").on(game)
state = game.random_start(1, 8)
found = ot.best_first(game, state, evaluations=300, evaluate=net)
print(f"best-first plays {found.moves}, worth {found.value:+.3f} to the player to move; it expects {found.line}")
plain = ot.deepen(game, state, evaluate=net, search="alpha-beta", table=True, limit=ot.Limit(evaluations=300))
print(f"alpha-beta plays {plain.moves} after {plain.depth} plies")
