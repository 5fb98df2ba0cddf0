"""Game and agents in, transcript out: playing whole games."""
