"""A checked model in, what would give hidden things away out."""
