"""[Zuckerman2018] and [Wilson2009]: error-minimizing minimax."""
