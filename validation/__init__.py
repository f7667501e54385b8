"""What the doctor is tried on: planted bugs and players, and the study of its power."""
