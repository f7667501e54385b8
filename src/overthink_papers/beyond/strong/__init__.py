"""Nets of several strengths as evaluators: what plies are worth to them, and which rule gains."""
