"""Sections 1 to 4 of Nau et al.: what was known of lookahead pathology before."""
