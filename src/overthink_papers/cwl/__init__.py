"""[Nguyen2024]: lookahead pathology in Monte Carlo tree search, on critical win-loss games."""
