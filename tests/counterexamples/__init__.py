"""For every claim, numbers on which it is false and numbers on which it is true; one file a paper."""
