"""Answers to questions at several settings: read from logs and tables, joined by question, checked for imitators."""
