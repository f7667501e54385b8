"""Evaluators, and wrappers that add errors to them."""
