"""[Atzmon2018]: bounded suboptimal game tree search."""
