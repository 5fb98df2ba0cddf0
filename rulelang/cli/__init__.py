"""Command line in, text and an exit code out: the terminal."""
