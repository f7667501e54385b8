"""Distributions over game trees, one file per model."""
