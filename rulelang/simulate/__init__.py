"""A game and bots in, many games and what they say about the rules out: playing, keeping, joining, summing up.

`plan` says what is played, `table` plays one game, `jobs` plays ranges of games in several processes, `lines` makes the
line of a game, `file` and `joining` read, write and merge results, `tally` sums lines up, `summary` puts the sums into
numbers and `page` into words.
"""
