"""The search `best_first` at equal cost: against other searches with nets, in whole games, and in the papers' games."""
