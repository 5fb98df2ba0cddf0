"""The program of a game as plain typed data: the wall between the language and its execution."""
