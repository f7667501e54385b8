"""Train nets on labelled positions: three outputs, for a win, a draw and a loss of the player to move.

A net is `inputs – a – b – 3` with rectifiers. Its strength is set by its sizes and by how many positions it sees. The
nets of all seeds are trained at once, as one stack. The last layer is divided by the temperature at which held-out
positions are likeliest, so that probabilities are calibrated. Positions that follow from one another are held out
together: siblings share most of their stones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

BATCH, RATE, DECAY = 4096, 3e-3, 1e-2
WIDEST = 1.9  # no weight is larger, so that 8 bits hold it well
CHECKED = 250  # steps between two looks at the held-out positions
TEMPERATURES = np.geomspace(0.5, 4.0, 85)
HELD, MOST_HELD = 20, 30_000  # one family of positions in so many is held out; at most so many positions


class Recipe(NamedTuple):
    """How strong a net may become: its hidden layers, the positions that it sees, and how long it learns."""

    name: str
    hidden: tuple[int, int]
    positions: int
    steps: int


RECIPES = (
    Recipe("weak", (8, 8), 1_500, 1_000),
    Recipe("fair", (16, 16), 10_000, 2_000),
    Recipe("good", (32, 32), 100_000, 6_000),
    Recipe("strong", (128, 32), 100_000_000, 24_000),
)


def train(
    planes: Any, results: Any, families: Any, symmetries: Any, recipe: Recipe, seeds: Sequence[int], device: str
) -> list[list[tuple[Any, Any]]]:  # fmt: skip
    """Of each seed, weights float64[after, before] and biases of each layer. `planes`: uint8[n, inputs]. `results`: 0 a
    win, 1 a draw, 2 a loss of the player to move. `families`: int[n], the same for positions that follow from one
    another. `symmetries`: int[k, inputs], orders of the inputs that change nothing. The same seeds give the same nets
    on the same kind of machine."""
    torch.set_float32_matmul_precision("high")
    held = families % HELD == 0
    pool = np.flatnonzero(~held)
    chosen = [np.random.default_rng(seed).permutation(pool)[: recipe.positions] for seed in seeds]
    seen = torch.from_numpy(np.stack(chosen)).to(device)
    unseen = torch.from_numpy(np.flatnonzero(held)[:MOST_HELD]).to(device)
    inputs, answers = torch.from_numpy(planes).to(device), torch.from_numpy(results).to(device).long()
    orders = torch.from_numpy(symmetries).to(device)
    sizes = (planes.shape[1], *recipe.hidden, 3)
    torch.manual_seed(seeds[0])
    layers = [nn.Linear(*size) for _ in seeds for size in pairwise(sizes)]
    count = len(sizes) - 1
    weights = [torch.stack([layer.weight.T for layer in layers[k::count]]) for k in range(count)]
    biases = [torch.stack([layer.bias[None] for layer in layers[k::count]]) for k in range(count)]
    numbers = [part.detach().to(device).requires_grad_() for part in (*weights, *biases)]

    def judge(x: Any) -> Any:
        for k in range(count):
            x = torch.baddbmm(numbers[count + k], x, numbers[k])
            x = torch.relu(x) if k + 1 < count else x
        return x

    def losses(outputs: Any) -> Any:
        """The mean loss of each net on the positions that are held out."""
        answer = answers[unseen].expand(len(seeds), -1)
        return nn.functional.cross_entropy(outputs.transpose(1, 2), answer, reduction="none").mean(1)

    optimiser = torch.optim.AdamW(numbers, lr=RATE, weight_decay=DECAY, fused=device != "cpu")
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=recipe.steps)
    shown = inputs[unseen].float().expand(len(seeds), -1, -1)
    best, kept = torch.full((len(seeds),), torch.inf, device=device), [part.detach().clone() for part in numbers]
    generator = torch.Generator(device=device).manual_seed(seeds[0])
    for step in range(1, recipe.steps + 1):
        some = torch.randint(seen.shape[1], (len(seeds), BATCH), generator=generator, device=device)
        rows = seen.gather(1, some)
        outputs = judge(inputs[rows][:, :, orders[step % len(orders)]].float())
        optimiser.zero_grad(set_to_none=True)
        (len(seeds) * nn.functional.cross_entropy(outputs.flatten(0, 1), answers[rows].flatten())).backward()
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            for part in numbers[:count]:
                part.clamp_(-WIDEST, WIDEST)
            if step % CHECKED == 0:  # a small set is soon learned by heart
                now = losses(judge(shown))
                better = (now < best)[:, None, None]
                best = torch.minimum(best, now)
                kept = [torch.where(better, part, old) for part, old in zip(numbers, kept)]
    with torch.no_grad():
        numbers = kept
        outputs = judge(shown)
        table = torch.stack([losses(outputs / float(t)) for t in TEMPERATURES])
    warm = TEMPERATURES[table.argmin(0).cpu().numpy()]
    arrays = [part.cpu().double().numpy() for part in kept]
    found = []
    for number in range(len(seeds)):
        scale = np.array([1.0, 1.0, warm[number]])
        found.append([(arrays[k][number].T / scale[k], arrays[count + k][number, 0] / scale[k]) for k in range(count)])
    return found
