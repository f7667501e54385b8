"""True values: of one position by proof, and of all positions of a game, listed and solved backward."""
