"""More samples instead of deeper search: votes, and the best of n."""
