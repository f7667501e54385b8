"""Train a net on labelled positions: three outputs, for a win, a draw and a loss of the player to move.

A net is `inputs – h – h – 3` with rectifiers. Its strength is set by its width and by how many positions it sees. The
last layer is divided by the temperature at which held-out positions are likeliest, so that probabilities are
calibrated. Positions that follow from one another are held out together: siblings share most of their stones.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

BATCH, STEPS, RATE, DECAY = 4096, 2_500, 4e-3, 1e-2
WIDEST = 1.9  # no weight is larger, so that 8 bits hold it well
CHECKED = 100  # steps between two looks at the held-out positions
TEMPERATURES = np.geomspace(0.5, 4.0, 85)
HELD = 20  # one family of positions in so many is held out


class Recipe(NamedTuple):
    """How strong a net may become: the width of its hidden layers, and the positions that it sees."""

    name: str
    width: int
    positions: int


RECIPES = (
    Recipe("weak", 8, 1_500),
    Recipe("fair", 16, 10_000),
    Recipe("good", 32, 80_000),
    Recipe("strong", 64, 10_000_000),
)


def train(
    planes: Any, results: Any, families: Any, recipe: Recipe, seed: int, device: str
) -> list[tuple[Any, Any]]:  # fmt: skip
    """Weights float64[after, before] and biases of each layer. `planes`: uint8[n, inputs]. `results`: 0 a win, 1 a
    draw, 2 a loss of the player to move. `families`: int[n], the same for positions that follow from one another. The
    same seed gives the same net on the same kind of machine."""
    torch.manual_seed(seed)
    chosen = np.random.default_rng(seed).permutation(len(planes))[: recipe.positions]
    held = families[chosen] % HELD == 0
    seen, unseen = (
        (torch.from_numpy(planes[some]).to(device).float(), torch.from_numpy(results[some]).to(device).long())
        for some in (chosen[~held], chosen[held])
    )
    linear = [nn.Linear(*sizes) for sizes in pairwise((planes.shape[1], recipe.width, recipe.width, 3))]
    net = nn.Sequential(linear[0], nn.ReLU(), linear[1], nn.ReLU(), linear[2]).to(device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=STEPS)
    loss, best, kept = nn.CrossEntropyLoss(), float("inf"), dict[str, Any]()
    generator = torch.Generator(device=device).manual_seed(seed)
    for step in range(1, STEPS + 1):
        some = torch.randint(len(seen[0]), (BATCH,), generator=generator, device=device)
        optimiser.zero_grad(set_to_none=True)
        loss(net(seen[0][some]), seen[1][some]).backward()
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            for layer in linear:
                layer.weight.clamp_(-WIDEST, WIDEST)
            now = float(loss(net(unseen[0]), unseen[1])) if step % CHECKED == 0 else best
            if now < best:  # a small set is soon learned by heart
                best, kept = now, {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(kept)
    with torch.no_grad():
        outputs = net(unseen[0])
        losses = [float(loss(outputs / float(t), unseen[1])) for t in TEMPERATURES]
    warm = float(TEMPERATURES[int(np.argmin(losses))])
    layers = [
        (layer.weight.detach().cpu().double().numpy(), layer.bias.detach().cpu().double().numpy()) for layer in linear
    ]
    layers[-1] = layers[-1][0] / warm, layers[-1][1] / warm
    return layers
