"""Answers to the same questions at several settings: read from logs and tables, and joined by question."""
