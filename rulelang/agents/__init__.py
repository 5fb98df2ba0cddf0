"""What a seat sees in, its choice out: players that are not people."""
