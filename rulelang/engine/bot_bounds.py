"""Bounds of the greedy bot's work, for every executor: so many moves, tables and steps for one decision."""

from __future__ import annotations

MOST_MOVES = 48             # so many moves are looked at (drawn, if there are more)
FEWEST_TABLES, MOST_TABLES = 8, 16
WORK = 320                  # moves times tables, as far as the bounds above allow
MOST_FORCED = 20            # steps without a choice that are taken behind a move
UNIT = 720_720              # what a game won alone is worth; up to 16 winners share it without a rest
