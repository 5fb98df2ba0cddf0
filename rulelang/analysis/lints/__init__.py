"""A checked model in, warnings out: what is never used, never ends, or can never happen."""
