"""A player claims what its search is: one choice that such a search does not make is a counterexample."""
