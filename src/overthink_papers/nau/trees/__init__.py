"""Section 5: granularity, branching factor and local similarity on synthetic trees."""
