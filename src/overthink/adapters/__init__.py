"""Other people's programs, as games and players."""
