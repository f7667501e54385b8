"""Find: records in, findings out."""
