"""Section 4.4: optimistic, pessimistic and monotone estimates of one player's costs."""
