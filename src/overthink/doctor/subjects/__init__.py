"""What the doctor examines: a game, or a chess engine."""
