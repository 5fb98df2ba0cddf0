"""Transcripts and games in, sessions out: logs, replays and seats for people."""
