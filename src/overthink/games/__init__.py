"""Games' rules: one file a game."""
