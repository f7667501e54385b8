"""Room for ε in searches: questions that [Atzmon2018] leaves open."""
