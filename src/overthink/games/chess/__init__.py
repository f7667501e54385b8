"""Chess endgames: their moves, their positions, and a table of the distance to mate for each."""
