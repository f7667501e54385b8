"""Section 3: how a search passes errors on, by type of node."""
