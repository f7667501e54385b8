"""The subjects: a game, an engine or a table is examined, and concluded."""
