"""Adapters: other programs as games and players."""
